"""The reference page of agent.yaml is what its generator makes today."""

import importlib.util

from tests.house.source import REPOSITORY


def test_the_reference_page_is_up_to_date() -> None:
    script = REPOSITORY / "docs" / "reference.py"
    spec = importlib.util.spec_from_file_location("reference_page", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run: python docs/reference.py"
