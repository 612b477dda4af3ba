"""A maker of agents' session files: one conversation, in every format.

Each writer puts a `Talk` where its agent keeps sessions on a machine, as the agent
would: with the text that its harness inserts, and with our own `<memory>` block in
the person's first turn. The formats are from public parsers and vendors' sources.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import yaml

from memsync.retrieval.fence import block, element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

# A word that only harness text and memory blocks have.
INSERTED = "zanzibar"

MEMORY = block([element("note", {"name": "stock"}, f"{INSERTED} from a note")])
MODEL = "model-1"


@dataclass(frozen=True)
class Said:
    """One turn. A `call` of a tool has its name, and its argument as the text."""

    role: str
    text: str
    tool: str = ""


TALK = (
    Said("user", "Why does the harbour test fail on Tuesdays?"),
    Said("assistant", "The fixture counts weekdays from Sunday. I will look."),
    Said("call", "pytest -k harbour", "Bash"),
    Said("result", "1 failed: expected quay 7, got quay 6"),
    Said("assistant", "Off by one: the quay index starts at zero."),
    Said("user", "Then let getQuayNumber add one, and write it down."),
    Said("assistant", "Done: getQuayNumber returns index plus one. 港の番号を直した。"),
)


@dataclass(frozen=True)
class Talk:
    """One session."""

    cwd: str
    id: str = "0f6c2d4e-1111-4222-8333-444455556666"
    title: str = "Quay numbers"
    began: datetime = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
    turns: tuple[Said, ...] = TALK

    def timed(self) -> Iterator[tuple[int, Said, datetime]]:
        for number, said in enumerate(self.turns):
            yield number, said, self.began + timedelta(minutes=number)


def with_inserted(said: Said, number: int, harness: str) -> str:
    """A person's turn as the file has it: with what the harness put there."""
    if said.role != "user":
        return said.text
    memory = f"{MEMORY}\n" if number == 0 else ""
    return f"{memory}{harness}{said.text}"


def iso(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def ms(time: datetime) -> int:
    return round(time.timestamp() * 1000)


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def put_lines(path: Path, records: Iterable[object]) -> Path:
    return put(path, "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))


def claude_code(home: Path, talk: Talk) -> Path:
    slug = "".join(c if c.isalnum() else "-" for c in talk.cwd)
    path = home / f".claude/projects/{slug}/{talk.id}.jsonl"
    return put_lines(path, claude_records(talk))


def claude_records(talk: Talk) -> list[dict[str, Any]]:
    """Lines of Claude Code: a reply of several blocks is several lines."""
    records: list[dict[str, Any]] = [
        {"type": "mode", "mode": "default", "sessionId": talk.id},
        {"type": "custom-title", "customTitle": talk.title, "sessionId": talk.id},
    ]
    parent: str | None = None
    for number, said, time in talk.timed():
        id_ = f"{talk.id}-{number}"
        kind = "assistant" if said.role in ("assistant", "call") else "user"
        content: Any = [{"type": "text", "text": said.text}]
        if said.role == "user":
            content = with_inserted(
                said, number, f"<system-reminder>{INSERTED}</system-reminder>"
            )
        elif said.role == "call":
            given = {"command": said.text}
            content = [
                {"type": "tool_use", "id": "t1", "name": said.tool, "input": given}
            ]
        elif said.role == "result":
            content = [
                {"type": "tool_result", "tool_use_id": "t1", "content": said.text}
            ]
        message = {"role": kind, "content": content}
        if kind == "assistant":
            reply = number - (said.role == "call")
            message |= {"id": f"msg-{reply}", "model": MODEL}
        records.append(
            {
                "type": kind,
                "uuid": id_,
                "parentUuid": parent,
                "sessionId": talk.id,
                "cwd": talk.cwd,
                "gitBranch": "main",
                "isSidechain": False,
                "timestamp": iso(time),
                "message": message,
            }
        )
        parent = id_
    return records


def codex(home: Path, talk: Talk, *, packed: bool = False) -> Path:
    names = {"id": talk.id, "thread_name": talk.title, "updated_at": iso(talk.began)}
    before = {**names, "thread_name": "an earlier name"}
    put_lines(home / ".codex/session_index.jsonl", [before, names])
    stamp = talk.began.strftime("%Y-%m-%dT%H-%M-%S")
    day = talk.began.strftime("%Y/%m/%d")
    path = home / f".codex/sessions/{day}/rollout-{stamp}-{talk.id}.jsonl"
    if not packed:
        return put_lines(path, codex_records(talk))
    import zstandard

    plain = "".join(json.dumps(record) + "\n" for record in codex_records(talk))
    return put(
        path.with_name(path.name + ".zst"),
        zstandard.ZstdCompressor().compress(plain.encode()),
    )


def codex_records(talk: Talk) -> list[dict[str, Any]]:
    def item(time: datetime, **payload: object) -> dict[str, Any]:
        return {"timestamp": iso(time), "type": "response_item", "payload": payload}

    meta = {
        "id": talk.id,
        "timestamp": iso(talk.began),
        "cwd": talk.cwd,
        "source": "cli",
        "git": {"branch": "main"},
        "base_instructions": f"{INSERTED} " * 20,
    }
    records = [
        {"timestamp": iso(talk.began), "type": "session_meta", "payload": meta},
        {
            "timestamp": iso(talk.began),
            "type": "turn_context",
            "payload": {"cwd": talk.cwd, "model": MODEL},
        },
        item(
            talk.began,
            type="message",
            role="user",
            content=[
                {
                    "type": "input_text",
                    "text": "# AGENTS.md instructions for x\n<INSTRUCTIONS>\n"
                    f"{INSERTED}\n</INSTRUCTIONS>",
                },
                {
                    "type": "input_text",
                    "text": f"<environment_context>{INSERTED}</environment_context>",
                },
            ],
        ),
    ]
    for number, said, time in talk.timed():
        if said.role in ("user", "assistant"):
            kind = "input_text" if said.role == "user" else "output_text"
            text = with_inserted(said, number, "")
            content = [{"type": kind, "text": text}]
            records.append(item(time, type="message", role=said.role, content=content))
            # The same again for the terminal, which is not to be read twice.
            told = {"type": f"{said.role}_message", "message": said.text}
            records.append(
                {"timestamp": iso(time), "type": "event_msg", "payload": told}
            )
        elif said.role == "call":
            given = json.dumps({"command": said.text})
            records.append(
                item(
                    time,
                    type="function_call",
                    name=said.tool,
                    arguments=given,
                    call_id="c1",
                )
            )
        else:
            records.append(
                item(time, type="function_call_output", call_id="c1", output=said.text)
            )
    return records


def gemini_cli(home: Path, talk: Talk) -> Path:
    folder = home / ".gemini/tmp/project"
    put(folder / ".project_root", talk.cwd)
    stamp = talk.began.strftime("%Y-%m-%dT%H-%M")
    path = folder / f"chats/session-{stamp}-{talk.id[:8]}.jsonl"
    return put_lines(path, gemini_records(talk))


def gemini_records(talk: Talk) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = [
        {
            "sessionId": talk.id,
            "projectHash": hashlib.sha256(talk.cwd.encode()).hexdigest(),
            "startTime": iso(talk.began),
            "lastUpdated": iso(talk.began),
            "kind": "main",
        }
    ]
    calls: list[dict[str, Any]] = []
    for number, said, time in talk.timed():
        base = {"id": f"m{number}", "timestamp": iso(time)}
        if said.role == "user":
            harness = f"<session_context>{INSERTED}</session_context>"
            text = with_inserted(said, number, harness)
            records.append({**base, "type": "user", "content": [{"text": text}]})
        elif said.role == "assistant":
            message = {**base, "type": "gemini", "content": said.text, "model": MODEL}
            records.append(message)
        elif said.role == "call":
            calls = [{"id": "c", "name": said.tool, "args": {"command": said.text}}]
        else:
            calls[0] |= {"result": [{"text": said.text}], "status": "success"}
            last = records[-1]
            # The same message again, now with what its tool answered.
            records.append({**last, "toolCalls": calls})
    records.append({"$set": {"summary": talk.title}})
    return records


def copilot_cli(home: Path, talk: Talk) -> Path:
    folder = home / f".copilot/session-state/{talk.id}"
    put(folder / "workspace.yaml", f"id: {talk.id}\nsummary: {talk.title}\n")
    return put_lines(folder / "events.jsonl", copilot_records(talk))


def copilot_records(talk: Talk) -> list[dict[str, Any]]:
    start = {
        "sessionId": talk.id,
        "startTime": iso(talk.began),
        "selectedModel": MODEL,
        "context": {"cwd": talk.cwd},
    }
    bodies: list[tuple[str, datetime, dict[str, Any]]] = [
        ("session.start", talk.began, start)
    ]
    for number, said, time in talk.timed():
        if said.role == "user":
            harness = f"<current_datetime>{INSERTED}</current_datetime>"
            text = with_inserted(said, number, harness)
            bodies.append(("user.message", time, {"content": text}))
        elif said.role == "assistant":
            body = {"messageId": str(number), "content": said.text}
            bodies.append(("assistant.message", time, body))
        elif said.role == "call":
            asked = {"toolCallId": "t", "name": said.tool}
            request = {**asked, "arguments": {"command": said.text}}
            bodies[-1][2]["toolRequests"] = [request]
        else:
            result = {"content": said.text}
            done = {"toolCallId": "t", "success": True, "result": result}
            bodies.append(("tool.execution_complete", time, done))
    return [
        {
            "type": kind,
            "id": f"e{number}",
            "parentId": f"e{number - 1}" if number else None,
            "timestamp": iso(time),
            "data": body,
        }
        for number, (kind, time, body) in enumerate(bodies)
    ]


def opencode(home: Path, talk: Talk) -> Path:
    path = home / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as db:
        db.executescript(
            "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT,"
            " parent_id TEXT, directory TEXT, title TEXT, version TEXT,"
            " time_created INTEGER,"
            " time_updated INTEGER, time_archived INTEGER);"
            "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT,"
            " time_created INTEGER, data TEXT);"
            "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT,"
            " data TEXT);"
        )
        began = ms(talk.began)
        row = (talk.id, "p", None, talk.cwd, talk.title, "1", began, began, None)
        db.execute("INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?)", row)
        message = ""
        state: dict[str, Any] = {}
        for number, said, time in talk.timed():
            parts: list[dict[str, Any]] = []
            if said.role in ("user", "assistant"):
                message = f"msg_{number:03}"
                data = {"role": said.role, "modelID": MODEL}
                db.execute(
                    "INSERT INTO message VALUES (?,?,?,?)",
                    (message, talk.id, ms(time), json.dumps(data)),
                )
                text = with_inserted(said, number, "")
                parts = [{"type": "text", "text": text}]
                if said.role == "user":
                    parts.append({"type": "text", "synthetic": True, "text": INSERTED})
            elif said.role == "call":
                state = {"status": "completed", "input": {"command": said.text}}
            else:
                state["output"] = said.text
                parts = [{"type": "tool", "tool": "Bash", "state": state}]
            for place, part in enumerate(parts):
                db.execute(
                    "INSERT INTO part VALUES (?,?,?,?)",
                    (f"prt_{number:03}{place}", message, talk.id, json.dumps(part)),
                )
    db.close()
    return path


def pi(home: Path, talk: Talk, folder: str = ".pi") -> Path:
    slug = talk.cwd.strip("/").replace("/", "-")
    stamp = talk.began.strftime("%Y-%m-%dT%H-%M-%S-000Z")
    below = f"{folder}/agent/sessions/--{slug}--/{stamp}_{talk.id}.jsonl"
    return put_lines(home / below, pi_records(talk))


def oh_my_pi(home: Path, talk: Talk) -> Path:
    return pi(home, talk, ".omp")


def pi_records(talk: Talk) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = [
        {
            "type": "session",
            "version": 3,
            "id": talk.id,
            "timestamp": iso(talk.began),
            "cwd": talk.cwd,
            "title": talk.title,
        },
        {
            "type": "custom_message",
            "id": "n0",
            "parentId": None,
            "timestamp": iso(talk.began),
            "content": INSERTED,
        },
    ]
    parent = "n0"
    for number, said, time in talk.timed():
        role = {"call": "assistant", "result": "toolResult"}.get(said.role, said.role)
        text = with_inserted(said, number, "")
        content: list[dict[str, Any]] = [{"type": "text", "text": text}]
        if said.role == "call":
            given = {"command": said.text}
            content = [
                {"type": "toolCall", "id": "t", "name": said.tool, "arguments": given}
            ]
        message: dict[str, Any] = {"role": role, "content": content}
        if role == "assistant":
            message["model"] = MODEL
        records.append(
            {
                "type": "message",
                "id": f"n{number + 1}",
                "parentId": parent,
                "timestamp": iso(time),
                "message": message,
            }
        )
        parent = f"n{number + 1}"
    return records


def coyote(home: Path, talk: Talk) -> Path:
    messages: list[dict[str, Any]] = [{"role": "system", "content": INSERTED}]
    for number, said, _ in talk.timed():
        if said.role in ("user", "assistant"):
            text = with_inserted(said, number, "")
            messages.append({"role": said.role, "content": text})
        elif said.role == "call":
            asked = {"name": said.tool, "arguments": {"command": said.text}}
            results = [{"call": asked, "output": None}]
            messages.append({"role": "tool", "content": {"tool_results": results}})
        else:
            messages[-1]["content"]["tool_results"][0]["output"] = said.text
    tree: dict[str, Any] = {"model": MODEL, "messages": messages, "data_urls": {}}
    text = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False)
    return put(home / f".config/coyote/sessions/{talk.id}.yaml", text)


def aider(home: Path, talk: Talk) -> Path:
    began = talk.began.strftime("%Y-%m-%d %H:%M:%S")
    lines = ["", f"# aider chat started at {began}", ""]
    for number, said, _ in talk.timed():
        if said.role == "user":
            text = with_inserted(said, number, "")
            lines += [f"#### {line}".rstrip() for line in text.split("\n")] + [""]
        elif said.role == "assistant":
            lines += [*said.text.split("\n"), ""]
        else:
            text = f"{said.tool}\ncommand: {said.text}" if said.tool else said.text
            lines += [f"> {line}" for line in text.split("\n")] + [""]
    file = talk_folder(talk) / ".aider.chat.history.md"
    return put(file, "\n".join(lines) + "\n")


def talk_folder(talk: Talk) -> Path:
    from pathlib import Path

    return Path(talk.cwd)


def goose(home: Path, talk: Talk) -> Path:
    path = home / ".local/share/goose/sessions/sessions.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as db:
        db.executescript(
            "CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT,"
            " session_type TEXT, working_dir TEXT, created_at TIMESTAMP,"
            " updated_at TIMESTAMP);"
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT,"
            " content_json TEXT, created_timestamp INTEGER, metadata_json TEXT);"
        )
        began = talk.began.strftime("%Y-%m-%d %H:%M:%S")
        row = (talk.id, talk.title, "", "user", talk.cwd, began, began)
        db.execute("INSERT INTO sessions VALUES (?,?,?,?,?,?,?)", row)
        hidden = json.dumps({"userVisible": False, "agentVisible": True})
        insert = (
            "INSERT INTO messages (session_id, role, content_json, created_timestamp,"
            " metadata_json) VALUES (?,?,?,?,?)"
        )
        text = json.dumps([{"type": "text", "text": INSERTED}])
        db.execute(insert, (talk.id, "user", text, ms(talk.began) // 1000, hidden))
        for number, said, time in talk.timed():
            role = "user" if said.role in ("user", "result") else "assistant"
            item: dict[str, Any] = {"type": "text"}
            item["text"] = with_inserted(said, number, "")
            if said.role == "call":
                value = {"name": said.tool, "arguments": {"command": said.text}}
                asked = {"status": "success", "value": value}
                item = {"type": "toolRequest", "id": "t", "toolCall": asked}
            elif said.role == "result":
                content = [{"type": "text", "text": said.text}]
                answer = {"status": "success", "value": {"content": content}}
                item = {"type": "toolResponse", "id": "t", "toolResult": answer}
            values = (talk.id, role, json.dumps([item]), ms(time) // 1000, "{}")
            db.execute(insert, values)
    db.close()
    return path


def zerostack(home: Path, talk: Talk) -> Path:
    messages: list[dict[str, Any]] = [{"role": "system", "content": INSERTED}]
    for number, said, _ in talk.timed():
        role = {"call": "tool_call", "result": "tool_result"}.get(said.role, said.role)
        message: dict[str, Any] = {"role": role}
        message["content"] = with_inserted(said, number, "")
        if said.role == "call":
            args = {"command": said.text}
            message["tool"] = {"id": "t", "name": said.tool, "args": args}
        messages.append(message)
    tree = {
        "id": talk.id,
        "name": talk.title,
        "messages": messages,
        "compactions": [],
        "created_at": iso(talk.began),
        "updated_at": iso(talk.began),
        "working_dir": talk.cwd,
        "model": MODEL,
    }
    path = home / f".local/share/zerostack/sessions/{talk.id}.json"
    return put(path, json.dumps(tree, indent=2))


def yottacode(home: Path, talk: Talk) -> Path:
    messages: list[dict[str, Any]] = [{"role": "system", "content": INSERTED}]
    for number, said, _ in talk.timed():
        if said.role in ("user", "assistant"):
            text = with_inserted(said, number, "")
            messages.append({"role": said.role, "content": text})
        elif said.role == "call":
            asked = {"id": "t", "name": said.tool}
            given = {**asked, "args_json": json.dumps({"command": said.text})}
            messages[-1]["tool_calls"] = [given]
        else:
            result = {"role": "tool", "content": said.text, "tool_call_id": "t"}
            messages.append(result)
    tree = {
        "id": talk.id,
        "name": talk.title,
        "model": MODEL,
        "created": iso(talk.began),
        "cwd": talk.cwd,
        "messages": messages,
    }
    path = home / f".yottacode/sessions/{talk.id}.json"
    return put(path, json.dumps(tree))


def jutul_agent(home: Path, talk: Talk) -> Path:
    key = hashlib.sha256(talk.cwd.encode()).hexdigest()[:12]
    folder = home / f".local/share/jutul-agent/workspaces/{key}/sessions/{talk.id}"
    folder.mkdir(parents=True)
    kinds = {
        "user": "message_user",
        "assistant": "message_assistant",
        "call": "tool_call",
        "result": "tool_result",
    }
    with sqlite3.connect(folder / "trace.sqlite") as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(
            "CREATE TABLE events (id INTEGER PRIMARY KEY, timestamp TEXT, kind TEXT,"
            " payload_json TEXT)"
        )
        rows = [
            (
                iso(talk.began),
                "session_start",
                {"session_id": talk.id, "cwd": talk.cwd},
            ),
            (iso(talk.began), "session_title", {"title": talk.title}),
            (iso(talk.began), "message_reasoning", {"content": INSERTED}),
        ]
        for number, said, time in talk.timed():
            body: dict[str, Any] = {"content": with_inserted(said, number, "")}
            if said.role == "call":
                body = {"id": "t", "name": said.tool, "args": {"command": said.text}}
            if said.role == "assistant":
                body["model"] = MODEL
            rows.append((iso(time), kinds[said.role], body))
        db.executemany(
            "INSERT INTO events (timestamp, kind, payload_json) VALUES (?,?,?)",
            [(time, kind, json.dumps(body)) for time, kind, body in rows],
        )
    db.close()
    return folder / "trace.sqlite"


def jsonl(home: Path, talk: Talk) -> Path:
    records: list[dict[str, Any]] = []
    for number, said, time in talk.timed():
        role = {"call": "assistant", "result": "tool"}.get(said.role, said.role)
        content: Any = with_inserted(said, number, "")
        if said.role == "call":
            given = {"command": said.text}
            content = [{"type": "tool_use", "name": said.tool, "input": given}]
        record = {"role": role, "content": content, "timestamp": iso(time)}
        records.append(record | {"title": talk.title, "cwd": talk.cwd})
    return put_lines(home / f"conversations/{talk.id}.jsonl", records)


def cursor(home: Path, talk: Talk) -> Path:
    path = home / ".config/Cursor/User/globalStorage/state.vscdb"
    path.parent.mkdir(parents=True, exist_ok=True)
    bubbles: list[dict[str, Any]] = []
    for number, said, time in talk.timed():
        bubble: dict[str, Any] = {"createdAt": iso(time), "bubbleId": f"b{number}"}
        if said.role == "user":
            text = with_inserted(said, number, f"<user_info>{INSERTED}</user_info>")
            bubble |= {"type": 1, "text": text}
        elif said.role == "assistant":
            bubble |= {"type": 2, "text": said.text}
        elif said.role == "call":
            params = json.dumps({"command": said.text})
            tool = {"name": said.tool, "params": params, "status": "completed"}
            bubble |= {"type": 2, "text": "", "toolFormerData": tool}
        else:
            bubbles[-1]["toolFormerData"]["result"] = said.text
            continue
        bubbles.append(bubble)
    head = {
        "name": talk.title,
        "createdAt": ms(talk.began),
        "workspaceIdentifier": {"uri": {"fsPath": talk.cwd}},
        "fullConversationHeadersOnly": [{"bubbleId": b["bubbleId"]} for b in bubbles],
    }
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        rows = [(f"composerData:{talk.id}", json.dumps(head))]
        rows += [
            (f"bubbleId:{talk.id}:{b['bubbleId']}", json.dumps(b)) for b in bubbles
        ]
        db.executemany("INSERT INTO cursorDiskKV VALUES (?,?)", rows)
    db.close()
    return path


def vscode(home: Path, talk: Talk) -> Path:
    storage = home / ".config/Code/User/workspaceStorage/0123abcd"
    put(storage / "workspace.json", json.dumps({"folder": f"file://{talk.cwd}"}))
    requests: list[dict[str, Any]] = []
    for number, said, time in talk.timed():
        if said.role == "user":
            text = with_inserted(said, number, "")
            request = {"timestamp": ms(time), "message": {"text": text}}
            requests.append({**request, "response": [], "modelId": MODEL})
        elif said.role == "assistant":
            requests[-1]["response"].append({"value": said.text})
        elif said.role == "call":
            told = {"value": f"{said.tool}\ncommand: {said.text}"}
            part = {"kind": "toolInvocationSerialized", "invocationMessage": told}
            requests[-1]["response"].append(part)
        else:
            results = {"t": {"content": [{"type": "text", "text": said.text}]}}
            metadata = {"metadata": {"toolCallResults": results}}
            requests[-1]["result"] = metadata
    tree = {
        "version": 3,
        "sessionId": talk.id,
        "creationDate": ms(talk.began),
        "customTitle": talk.title,
        "requests": requests,
    }
    return put(storage / f"chatSessions/{talk.id}.json", json.dumps(tree))


# How each agent's session is written below a home folder; returns the file.
WRITERS: dict[str, Callable[[Path, Talk], Path]] = {
    "claude-code": claude_code,
    "codex": codex,
    "gemini-cli": gemini_cli,
    "copilot-cli": copilot_cli,
    "opencode": opencode,
    "pi": pi,
    "oh-my-pi": oh_my_pi,
    "coyote": coyote,
    "aider": aider,
    "goose": goose,
    "zerostack": zerostack,
    "yottacode": yottacode,
    "jutul-agent": jutul_agent,
    "jsonl": jsonl,
    "cursor": cursor,
    "vscode": vscode,
}
