"""Session files that are one document, as their agents write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

from support.talk import INSERTED, MODEL, iso, ms, put, with_inserted

if TYPE_CHECKING:
    from pathlib import Path

    from support.talk import Talk


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


def talk_folder(talk: Talk) -> Path:
    from pathlib import Path

    return Path(talk.cwd)


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
