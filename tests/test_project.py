"""The project around the code: what is published, what is imported, what the README promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import hanabi_lab

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()

PUBLIC = {
    *("Card", "Game", "GameRecord", "HanabiError", "Move", "Rules", "Variant", "__version__", "board", "deck_left"),
    *("hand_belief", "hand_heatmap", "linked", "load", "replay"),
}


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def python(code: str) -> str:
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tracked() -> list[Path]:
    listed = run("git", "ls-files", "-z")
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


# ---------------------------------------------------------------------- packaging


def test_conda_users_get_the_same_versions() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    conda = [Requirement(line) for line in environment["dependencies"] if isinstance(line, str)]
    ranges = {requirement.name: requirement.specifier for requirement in conda}
    assert ranges.pop("pip") == SpecifierSet()
    assert ranges.pop("python") == SpecifierSet(PROJECT["requires-python"])
    wanted = [Requirement(line) for line in PROJECT["dependencies"]]
    assert ranges == {requirement.name: requirement.specifier for requirement in wanted}
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}
    assert environment["name"] == PROJECT["name"]


def test_the_licence_is_mit() -> None:
    assert PROJECT["license"] == "MIT"
    assert "hanabi_lab contributors" in (ROOT / "LICENSE").read_text()


def test_browser_files_and_the_typing_mark_are_in_the_package() -> None:
    package = ROOT / "hanabi_lab"
    assert (package / "py.typed").is_file()
    assert list((package / "widgets" / "static").glob("*.js"))
    assert list((package / "widgets" / "static").glob("*.css"))


# ---------------------------------------------------------------------- imports


def test_public_names_are_pinned() -> None:
    assert set(hanabi_lab.__all__) == PUBLIC
    assert hanabi_lab.__all__ == sorted(hanabi_lab.__all__)
    assert dir(hanabi_lab) == hanabi_lab.__all__


def test_every_public_name_is_there() -> None:
    for name in hanabi_lab.__all__:
        assert getattr(hanabi_lab, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'bord'"):
        hanabi_lab.bord  # noqa: B018


def test_no_module_hides_the_public_name_of_its_package() -> None:
    python("""
import pkgutil, types, hanabi_lab
for module in list(pkgutil.walk_packages(hanabi_lab.__path__, "hanabi_lab.")):
    if not module.name.endswith("__main__"):
        __import__(module.name)
from hanabi_lab import beliefs, players, plots, records, rules, widgets
for package in (hanabi_lab, beliefs, players, plots, records, rules, widgets):
    for name in package.__all__:
        assert not isinstance(getattr(package, name), types.ModuleType), (package, name)
""")


_NEW_MODULES = """
import sys
before = set(sys.modules)
{code}
new = set(sys.modules) - before
foreign = sorted(m for m in new if m.split(".")[0] not in sys.stdlib_module_names and m.split(".")[0] != "hanabi_lab")
print(len(new), *foreign)
"""


def test_import_loads_the_standard_library_only() -> None:
    count, *foreign = python(_NEW_MODULES.format(code="import hanabi_lab")).split()
    assert foreign == []
    assert int(count) < 120


def test_the_interactive_core_runs_on_the_standard_library() -> None:
    code = """
from hanabi_lab import Game, GameRecord, board, hand_belief, load
record = load("data/games.jsonl")[0]
game = record.game()
belief = hand_belief(game, 0, turn=5)
belief.playable(), belief.marginals, belief.possible(1)
assert "<svg" in board(game, viewer=0, belief=True)
"""
    _, *foreign = python(_NEW_MODULES.format(code=code)).split()
    assert foreign == []


def test_the_command_starts_light() -> None:
    _, *foreign = python(_NEW_MODULES.format(code="import hanabi_lab.cli")).split()
    assert foreign == []


def test_packages_import_only_upwards() -> None:
    code = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------------- README


def test_readme_commands_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"^make (\w+)", README, re.MULTILINE)) | set(re.findall(r"`make (\w+)", README))
    assert {"lab", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"the README names `make {target}`"


def test_readme_opens_with_the_two_commands() -> None:
    blocks = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
    assert re.findall(r"^make \w+", blocks[0][1], re.MULTILINE) == ["make lab", "make test"]


def test_readme_serves_pip_uv_and_conda() -> None:
    for command in ("pip install .", "uv sync", "conda env create -f environment.yml"):
        assert command in README


@pytest.mark.parametrize("command", sorted(set(re.findall(r"hanabi-lab (lab|replay|beliefs|\w+) ", README))))
def test_readme_commands_of_the_command_line_exist(command: str) -> None:
    done = run(sys.executable, "-m", "hanabi_lab.cli", command, "--help")
    assert done.returncode == 0, done.stderr
    assert "usage: hanabi-lab" in done.stdout


def test_readme_code_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        python(code)


# ---------------------------------------------------------------------- what is committed

_ADDRESSES = re.compile(r"pypi\.org/simple|pythonhosted\.org|registry\.npmjs|(?:extra-)?index[-_]url|--find-links")
_MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:root|home|Users|work|opt)/\w")


def test_no_registry_address_and_no_path_of_one_machine_is_committed() -> None:
    for path in tracked():
        if path == Path(__file__) or path.suffix in {".jsonl", ".parquet", ".png"}:
            continue
        text = path.read_text(encoding="utf-8")
        for pattern in (_ADDRESSES, _MACHINE_PATHS):
            found = pattern.search(text)
            assert found is None, f"{path.relative_to(ROOT)} holds {found and found[0]!r}"


def test_no_lock_file_is_committed() -> None:
    names = {path.name for path in tracked()}
    assert not names & {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml", "package-lock.json"}
    assert run("git", "check-ignore", "-q", "uv.lock").returncode == 0


def test_notebooks_carry_no_outputs() -> None:
    notebooks = [str(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    done = run(sys.executable, "-m", "nbstripout", "--verify", "--keep-id", *notebooks)
    assert done.returncode == 0, done.stdout + done.stderr
