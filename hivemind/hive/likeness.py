"""What makes two permissions the same kind of thing: said narrowly, so that a standing permission never grants more.

Alike are only permissions of one tile, asked in the same words, that were read whole, and that either

- run one plain command line (no pipe, list, redirection, substitution, variable or subshell) whose beginning is the
  same: the program, and the plain words behind it, at most `HEAD_WORDS` in all (`npm run build`, `git commit`); what
  comes then is free, but leads nowhere out of the tile's own folder, to no hidden file, and names no other program, or
- change a file below the tile's own folder, with the change itself on the screen, hidden files and folders left out.

A command that runs other commands, deletes, or changes who may do what, is never like another one.
"""

from __future__ import annotations

import itertools
import os
import shlex
from pathlib import Path
from typing import Literal

import msgspec

from hivemind.base.errors import UnsupportedError
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status

LINE_BREAK = " ⏎ "
"""Between the lines of what is decided (`detect.matter`)."""

HEAD_WORDS = 3

SPECIAL = frozenset(";&|<>$`(){}!\\")
"""Characters by which a shell makes more of a command line than one command."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ALONE = _words(
    "sh bash zsh fish dash ksh csh tcsh env sudo doas su eval exec source command builtin nohup setsid time "
    "timeout nice ionice xargs parallel watch ssh scp sftp rsync docker podman kubectl python python2 python3 "
    "node deno bun perl ruby php lua osascript powershell pwsh npx uvx pipx pip pip3 uv brew apt apt-get dnf "
    "yum pacman rm rmdir unlink mv cp dd shred truncate mkfs chmod chown chgrp kill killall pkill shutdown "
    "reboot halt poweroff systemctl launchctl crontab at find fd curl wget nc awk sed tee ln install nodejs "
    "pypy pypy3 ipython tsx ts-node julia rscript tar unzip patch gpg openssl psql mysql mariadb sqlite3 mongo "
    "mongosh redis-cli terraform ansible aws gcloud az heroku fly flyctl vercel netlify mount umount iptables "
    "useradd usermod passwd busybox chroot unshare nsenter setpriv runuser flock stdbuf script expect strace gdb "
    "entr tmux screen nix conda mamba direnv mise asdf xvfb-run java dotnet jshell swift elixir erl r groovy scala "
    "clojure vi vim nvim ed emacs nano less more man socat ncat telnet ftp rclone aria2c mail sendmail "
    "service sysctl modprobe snap flatpak apk zypper yay gem composer cpan luarocks zip 7z cpio rename"
)
"""Programs that run others, fetch, delete, overwrite, or change who may do what: each of their commands is asked, and
each command line that has one of their names in it, as `poetry run python` has."""

ALONE_WITH = {
    "git": _words(
        "push reset clean config rebase checkout restore switch rm mv filter-branch remote submodule gc fetch pull "
        "clone branch tag stash worktree grep bisect archive apply am merge cherry-pick revert notes replace "
        "update-ref update-index symbolic-ref reflog difftool mergetool send-email credential daemon hook lfs svn "
        "maintenance prune repack sparse-checkout read-tree init fast-import bundle format-patch"
    ),
    "npm": _words("install i ci exec x publish link uninstall config"),
    "pnpm": _words("install i add exec dlx publish link config"),
    "yarn": _words("add install dlx exec publish link config"),
    "cargo": _words("install publish"),
    "go": _words("install generate run"),
    "gh": _words("api auth secret"),
}
"""The same of some of their commands. These programs always need one that is named."""


OPTIONS_ALONE = _words(
    "--output --ext-diff --textconv --upload-pack --receive-pack --exec --open-files-in-pager --script-shell "
    "--node-options --command --eval"
)
"""Options by which a harmless command writes a file or runs a program."""


class Likeness(msgspec.Struct, frozen=True):
    """What two alike permissions have in common: they are equal here."""

    kind: Literal["run", "edit"]
    what: str
    """The beginning of the command line, or the folder."""
    words: tuple[str, str]
    """The first row of the dialog and its question, without what is decided."""


def likeness_of(ask: Ask, folder: str) -> Likeness:
    """The kind of thing that is asked; `folder` is the tile's own.

    Raises:
        UnsupportedError: it is like nothing else, and the message says why.
    """
    if ask.kind is not Status.PERMISSION or ask.says:
        raise UnsupportedError("only a permission can be allowed for a while, no question and no start-up screen")
    if not ask.is_answerable:
        raise UnsupportedError("how to allow this from here is not known")
    if not ask.is_whole or not ask.command or ask.command in {ask.question, _title(ask)} or "<U+" in ask.command:
        raise UnsupportedError("what is asked cannot be read whole from its screen")
    lines = ask.command.split(LINE_BREAK)
    if len(lines) > 1:
        return _edit(ask, lines, folder)
    head = _head(ask.command, _real(folder))
    return Likeness("run", " ".join(head), (_without(_title(ask), ask.command), _without(ask.question, ask.command)))


def _head(command: str, top: Path) -> tuple[str, ...]:
    """The words that a command line begins with; `top` is the tile's own folder."""
    if SPECIAL & set(command):
        raise UnsupportedError("this is more than one plain command")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnsupportedError("this command line cannot be read") from error
    program, rest = words[0], words[1:]
    name = program.rpartition("/")[2]
    if program.startswith(("/", "~")) or not name.replace("-", "").replace("_", "").replace("+", "").isalnum():
        raise UnsupportedError(f"'{program}' is not the plain name of a program")
    head = [program, *itertools.takewhile(_is_plain, rest[: HEAD_WORDS - 1])]
    name = name.lower()  # some file systems do not tell RM from rm
    if name in ALONE or (name in ALONE_WITH and (len(head) == 1 or head[1] in ALONE_WITH[name])):
        raise UnsupportedError(f"'{' '.join(head[:2])}' is asked about each time")
    for word in rest:
        _check_word(word, top)
    return tuple(head)


def _check_word(word: str, top: Path) -> None:
    """Raise where a word names a program that is asked about, or something out of sight.

    Where a shell of the agent has gone to another folder meanwhile, nobody can tell.
    """
    first, *values = word.split("=")
    if first in OPTIONS_ALONE or word.rpartition("/")[2].lower() in ALONE:
        raise UnsupportedError(f"a command with '{first}' is asked about each time")
    for part in (first[2:] if first.startswith("-") else first, *values):
        if part.startswith("~") or not (path := _real(top / part)).is_relative_to(top):
            raise UnsupportedError(f"'{part}' leads out of the tile's folder")
        if any(name.startswith(".") for name in path.relative_to(top).parts):
            raise UnsupportedError("a command with hidden files is asked about each time")


def _real(path: str | Path) -> Path:
    """Where a path leads, as far as there is something; a link that leads round in circles leads to itself."""
    return Path(os.path.realpath(path))


def _is_plain(word: str) -> bool:
    """Whether a word may name a part of a program, such as `run` or `build:dev`: no option, no path, no file."""
    return word[:1].isalpha() and word.replace("-", "").replace("_", "").replace(":", "").isalnum()


def _edit(ask: Ask, lines: list[str], folder: str) -> Likeness:
    """A file's name, and below it how it changes."""
    name, changes = lines[0], lines[1:]
    base = name.rpartition("/")[2]
    if not base or base not in ask.question or not any(map(_is_change, changes)):
        raise UnsupportedError("this is neither one plain command nor the change of a file")
    top = _real(folder)
    path = _real(top / name)
    if name.startswith("~") or not path.is_relative_to(top):
        raise UnsupportedError("the file lies outside the tile's folder")
    if any(part.startswith(".") for part in path.relative_to(top).parts):
        raise UnsupportedError("hidden files are asked about each time")
    return Likeness("edit", str(top), (_without(_title(ask), name, base), _without(ask.question, name, base)))


def _is_change(line: str) -> bool:
    """Whether a line is one of a diff: its number and a sign, a sign, or where it stands."""
    return line.startswith("@@") or line.lstrip("0123456789 ")[:1] in {"+", "-"}


def _title(ask: Ask) -> str:
    return next((row.strip() for row in ask.excerpt if row.strip()), "")


def _without(text: str, *parts: str) -> str:
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "…")
    return text
