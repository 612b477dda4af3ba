"""Session files of JSON lines, and Aider's of markdown, as their agents write them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from support.documents_of_agents import talk_folder
from support.talk import INSERTED, MODEL, iso, put, put_lines, with_inserted

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from support.talk import Talk


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
