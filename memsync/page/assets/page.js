// Little conveniences. Every page works without them, but for the search as you type.
"use strict";
(() => {
  const entry = document.getElementById("entry");
  if (entry && location.hash.length > 1) {
    const token = decodeURIComponent(location.hash.slice(1));
    // The token is not to stay in the history of the browser.
    history.replaceState(null, "", "/");
    entry.elements.token.value = token;
    entry.submit();
    return;
  }

  for (const form of document.querySelectorAll("form[data-busy]")) {
    form.addEventListener("submit", () => {
      const button = form.querySelector("button");
      // After the form has been sent: a disabled button would stop it.
      setTimeout(() => { button.disabled = true; button.textContent = form.dataset.busy; });
    });
  }

  const search = document.getElementById("search");
  const filters = document.getElementById("filters");
  const results = document.getElementById("results");
  if (search && filters && results) {
    let waiting = 0;
    let asked = 0;
    const look = async () => {
      const mine = ++asked;
      const query = new URLSearchParams(new FormData(filters));
      const answer = await fetch(`${filters.getAttribute("action")}?${query}`);
      const text = await answer.text();
      const found = new DOMParser().parseFromString(text, "text/html").getElementById("results");
      if (mine === asked && found) {
        results.replaceChildren(...found.childNodes);
        history.replaceState(null, "", `?${query}`);
      }
    };
    filters.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(look, 200);
    });
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "/" && !typing && search && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    }
  });
})();
