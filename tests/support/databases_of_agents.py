"""Databases of sessions, as their agents write them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

from support.talk import INSERTED, MODEL, iso, ms, with_inserted

if TYPE_CHECKING:
    from pathlib import Path

    from support.talk import Talk


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
