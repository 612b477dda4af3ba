// Little conveniences. Every page works without them, but for what is found as you type.
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

  const get = (id, from = document) => from.getElementById(id);
  const isWide = () => matchMedia("(min-width: 1000px)").matches;

  // Says that the server does not answer, once, and takes it back when it does.
  const gone = (lost) => {
    const told = get("gone");
    if (!lost) { told?.remove(); return; }
    if (told) return;
    const line = document.createElement("p");
    line.id = "gone";
    line.className = "notice bad";
    line.setAttribute("role", "alert");
    line.textContent = "The page's server does not answer: it has ended, or is busy. Start memsync ui again.";
    get("main").prepend(line);
  };

  // The address of what is shown, without what is behind `#`.
  const place = () => location.pathname + location.search;
  let shown = place();
  const moved = (how, url) => {
    history[how](null, "", url);
    shown = place();
  };

  // A page as a document; null where a newer request took its place or none came.
  let asking = null;
  const ask = async (url) => {
    asking?.abort();
    const mine = asking = new AbortController();
    try {
      const answer = await fetch(url, { signal: mine.signal });
      const text = await answer.text();
      gone(false);
      return new DOMParser().parseFromString(text, "text/html");
    } catch (error) {
      if (error.name !== "AbortError") gone(true);
      return null;
    }
  };
  const swap = (found, ...ids) => {
    for (const id of ids) {
      const [old, fresh] = [get(id), get(id, found)];
      if (old && fresh) old.replaceWith(fresh);
    }
  };

  // Its place is kept without script, too: nothing moves.
  if (navigator.clipboard) document.documentElement.classList.add("script");
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".copy");
    if (!button) return;
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = "Copied";
  });

  // What is found as one types.
  const form = document.querySelector("form[data-live]");
  if (form) {
    let waiting = 0;
    const look = async () => {
      const query = new URLSearchParams(new FormData(form));
      const results = get(form.dataset.live);
      results.setAttribute("aria-busy", "true");
      const found = await ask(`${form.getAttribute("action")}?${query}`);
      results.removeAttribute("aria-busy");
      const fresh = found && get(form.dataset.live, found);
      if (!fresh) return;
      results.replaceChildren(...fresh.childNodes);
      // Said aloud: the number alone, not the list.
      const count = get("count", found);
      if (count) get("count").textContent = count.textContent;
      swap(found, "foot");
      moved("replaceState", `?${query}`);
    };
    form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(look, 200);
    });
  }

  // A note opens beside the list that it was chosen from, where there is room.
  const panes = document.querySelector("#panes.panes");
  const open = async (url, then) => {
    const found = await ask(url);
    if (!found) return;
    if (!get("detail", found)) { location.assign(url); return; }
    swap(found, "finder-head", "detail", "foot");
    document.title = found.title;
    panes.className = get("panes", found).className;
    for (const link of panes.querySelectorAll("[data-keys] a")) {
      if (link.href === new URL(url, location.href).href) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    then?.();
  };
  if (panes) {
    panes.addEventListener("click", (event) => {
      const link = event.target.closest("[data-keys] a");
      const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
      if (!link || !plain || !isWide()) return;
      event.preventDefault();
      open(link.href, () => {
        moved("pushState", link.href);
        panes.querySelector("#detail h1")?.focus({ preventScroll: true });
      });
    });
    addEventListener("popstate", () => {
      // A jump within the page is one, too.
      if (place() !== shown) location.reload();
    });
  }

  // Keys in lists: only while one of them, or nothing at all, has the focus.
  let resting = 0;
  const step = (list, by) => {
    const stops = [...list.querySelectorAll(":scope > li > a, :scope > [tabindex]")];
    const at = stops.findIndex((stop) => stop.contains(document.activeElement));
    const from = at < 0 ? stops.findIndex((stop) => stop.hasAttribute("aria-current")) : at;
    const next = stops[from < 0 ? 0 : Math.min(stops.length - 1, Math.max(0, from + by))];
    if (!next) return;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
    clearTimeout(resting);
    if (panes && isWide()) {
      resting = setTimeout(() => open(next.href, () => moved("replaceState", next.href)), 150);
    }
  };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, textarea, select")) return;
    const search = get("search");
    const list = document.querySelector("[data-keys]");
    const inList = list?.contains(at);
    const nowhere = at === document.body || at.matches("main, .notice");
    const by = { j: 1, k: -1, ...(inList && { ArrowDown: 1, ArrowUp: -1 }) }[event.key];
    const undo = document.querySelector(".notice form button");
    if (event.key === "/" && search) {
      search.focus();
    } else if (event.key === "u" && undo && (inList || nowhere) && !event.repeat) {
      undo.click();
    } else if (by && list && (inList || nowhere)) {
      step(list, by);
    } else if (event.key === "Escape" && get("detail")?.contains(at)) {
      panes?.querySelector("[data-keys] a[aria-current]")?.focus();
    } else if (inList && list.dataset.keys && !event.repeat) {
      // Such as "a:Accept r:Reject": a key, and the button that it presses.
      const word = list.dataset.keys.split(" ").find((each) => each.startsWith(`${event.key}:`));
      const item = at.closest("[data-keys] > *");
      const button = word && [...item.querySelectorAll("button")].find((each) => each.textContent.trim() === word.slice(2));
      if (!button) return;
      button.click();
    } else {
      return;
    }
    event.preventDefault();
  });

  // What a round of sync does, told while there is one.
  const running = get("running");
  const watch = async (until) => {
    const found = await ask(running.dataset.ask);
    const fresh = found && get("running", found);
    const line = get("running");
    if (fresh && fresh.textContent.trim() !== line.textContent.trim()) line.replaceChildren(...fresh.childNodes);
    if (fresh?.hasAttribute("data-on") || until()) setTimeout(watch, 700, until);
    else if (fresh) location.reload(); // it has ended: what it did stands on the page
  };
  if (running?.hasAttribute("data-on")) watch(() => false);

  for (const busy of document.querySelectorAll("form[data-busy]")) {
    busy.addEventListener("submit", () => {
      const button = busy.querySelector("button");
      // After the form has been sent: a disabled button would stop it.
      setTimeout(() => { button.disabled = true; button.textContent = busy.dataset.busy; });
      if (running) setTimeout(watch, 300, () => true);
    });
  }
})();
