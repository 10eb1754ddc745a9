"""What an agent file does beyond starting its program, in words for the person who is about to install it."""

from __future__ import annotations

from hivemind.manifest.manifest import Manifest


def disclosures(manifest: Manifest) -> tuple[str, ...]:
    """One line for each thing that a person should know before this agent is added; empty when there is none."""
    found = [
        f"it runs '{manifest.bin} {' '.join(option.listing.args)}' to list the values of {option.id}"
        for option in manifest.options
        if option.listing is not None
    ]
    if manifest.home is not None:
        found.append(f"it links the folder {_tilde(manifest.home.mirror)} into a private one")
    session, launch = manifest.session, manifest.launch
    if session is not None and session.resume is not None and session.resume.find is not None:
        found.append(f"it reads the folder {_tilde(session.resume.find.root)} to find sessions")
    found += _of_conversations(manifest)
    if launch is not None and launch.hcp and (manifest.hooks is not None or manifest.assets):
        found.append("it reports through hooks of its own, which can also read and type into other tiles")
    if manifest.hooks is not None and manifest.hooks.vouch:
        found.append("it vouches for its own hooks, so that the program runs them without a review")
    arguments = (*manifest.spawn.args, *(launch.args if launch is not None else ()))
    found += [
        f"it passes {word}, which waives the program's own review of hooks" for word in arguments if _waives(word)
    ]
    return tuple(found)


def _of_conversations(manifest: Manifest) -> list[str]:
    """What is read, or run, to show what was said."""
    read = manifest.session.transcript if manifest.session is not None else None
    if read is None:
        return []
    if read.args:
        return [f"it runs '{manifest.bin} {' '.join(read.args)}' to read a conversation"]
    return [f"it reads the folder {_tilde(read.files)} to read a conversation"] if read.files else []


def _tilde(path: str) -> str:
    return path.replace("{home}", "~", 1)


def _waives(word: str) -> bool:
    return word.startswith("-") and "hook" in word and any(part in word for part in ("trust", "bypass", "skip"))
