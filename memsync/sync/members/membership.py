"""This machine's membership of its vault, for one command of `memsync keys`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, KeyTrouble, NotSetUp, Refused
from memsync.files import lock
from memsync.sync.members import joining
from memsync.sync.members.joining import Candidate, admitted, called
from memsync.sync.members.members import Members
from memsync.sync.mirror import requests
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.mirror.requests import list_requests
from memsync.sync.sealed import sealing
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.holder import Holder
from memsync.sync.sealed.key_store import user_keys
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.own_machine import who_is
from memsync.sync.sealed.vetting import read_ring
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.url import configured_remote
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file, slots
from memsync.vault.codes import same_words
from memsync.vault.machine_keys import MachineKeys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.process.git import Git
    from memsync.sync.mirror.bare import BareMirror
    from memsync.sync.tree.remote import Remote


class Membership(NamedTuple):
    """What a command that changes the vault's members works on."""

    bare: BareMirror
    remote: Remote
    candidate: Candidate

    @property
    def online(self) -> Git:
        """git, with the environment for calls to the remote."""
        return self.bare.git._replace(environ=self.bare.quiet)

    def members(self) -> Members:
        """What a member can change; raises `KeyTrouble` on any other machine."""
        keys = self.candidate.store.keys()
        if keys is None:
            raise sealing.no_key(self.candidate.store.waiting())
        holder = Holder(self.candidate.store, keys, held=self.candidate.held)
        mirror = SealedMirror(self.bare, holder, self.candidate.cache)
        return Members(mirror, self.candidate.who, self.candidate.now)

    def fetched(self) -> str:
        """Fetch the remote's main, and return its commit.

        Raises `Unreachable`, and `Refused` for an empty remote.
        """
        tip = self.bare.fetch()
        if tip is None:
            raise joining.empty_remote()
        return tip

    def join(self, text: str) -> None:
        """Become a member by a recovery code or a passphrase; replaces the old keys.

        Raises `KeyTrouble`, `Refused` and `Unreachable`, and then keeps the old keys.
        """
        joining.join(self.candidate, self.fetched(), text)

    def ask(self) -> str:
        """Ask to be let in; return the words that this machine has to show.

        Asking again uses the same key. Raises `Unreachable`, and `Refused` for an
        empty remote.
        """
        tip = self.fetched()
        ring = read_ring(self.bare, tip)
        machine = self.candidate.store.waiting()
        if machine is None:
            machine = slots.machine_secret()
            self.candidate.store.save_waiting(machine, self.candidate.held)
        public = slots.public_of(machine, ring.vault)
        requests.ask(self.online, self.remote, tip, public)
        return slots.fingerprint(public)

    def approve(self, text: str, name: str | None) -> str:
        """Let in the machine that shows these words; return the words to type there.

        `name` is its name in the keyring; without one, its first two words are until it
        comes back and gives its own. Raises
        `KeyTrouble` where no machine waits with these words, and where this machine is
        no member.
        """
        for request in list_requests(self.online, self.remote):
            if same_words(request.words, text):
                own = name or admitted(request.public)
                words = self.members().admit(request.public, own)
                requests.withdraw(self.online, self.remote, request.public)
                return words
        raise KeyTrouble(
            "no machine waits with these words",
            hint="compare them again with what that machine shows",
            word="no-such-request",
        )

    def confirm(self, text: str) -> None:
        """Finish what `ask` began, with the words that the approving machine shows.

        Raises `BadUsage` where this machine has not asked, `KeyTrouble` before the
        approval, and `Refused` for other words: the remote may show a forged vault.
        """
        machine = self.candidate.store.waiting()
        if machine is None:
            raise BadUsage(
                "this machine has not asked for approval",
                hint="`memsync sync init URL --encrypt --ask`",
            )
        ring = read_ring(self.bare, self.fetched())
        opened = keyrings.opened_by_secret(ring, machine)
        if opened is None:
            raise KeyTrouble(
                "no member has approved this machine yet",
                hint="`memsync keys approve` on one of them, then this command again",
                word="not-approved",
            )
        public = slots.public_of(machine, ring.vault)
        # After a rotation the words of the approval belong to an earlier epoch.
        epochs = [opened.keys._replace(epoch=key) for key in opened.past]
        said = [
            slots.confirmation(keys, ring.vault, public)
            for keys in (opened.keys, *epochs)
        ]
        if not any(same_words(each, text) for each in said):
            raise Refused(
                "these are not the words of the memory that the remote shows",
                hint="type what `memsync keys approve` printed; if that is it, this "
                "machine is shown a forged memory",
                word="false-vault",
            )
        keys = MachineKeys(ring.vault, machine.data, ring.epoch, opened.keys)
        joining.enter(self.candidate, keys, keyring_file.rendered(ring))
        self.candidate.store.forget_waiting(self.candidate.held)


@contextmanager
def open_membership(
    places: Places,
    settings: Settings,
    now: Now,
    name: str | None = None,
    *,
    accept_rewind: bool = False,
) -> Iterator[Membership]:
    """Hold the round's lock while a command changes the vault's members.

    `name` is this machine's name in the keyring, instead of the usual one. With
    `accept_rewind` it joins a remote that was rewound. Raises `NotSetUp`, `Locked`,
    and what opening the mirror raises.
    """
    sealing.require(places, settings)
    remote = configured_remote(places, settings)
    if remote is None:
        raise NotSetUp(
            "this encrypted memory has no remote", hint="`memsync sync init URL`"
        )
    state_folder = state_folder_of(places)
    wait = float(settings.number("sync.wait"))
    with lock.hold_round(state_folder.lock, what="keys", wait=wait) as held:
        who = who_is(state_folder, places, settings, now)
        bare = open_mirror(state_folder.mirror, places.environ, remote, held)
        candidate = Candidate(
            bare,
            user_keys(places),
            SealedCache(state_folder.sealed_file),
            who,
            now,
            called(name or who.name, who.machine),
            held,
            accept_rewind,
        )
        yield Membership(bare, remote, candidate)
