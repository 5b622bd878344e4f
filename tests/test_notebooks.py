"""Every notebook runs from top to bottom in a fresh kernel."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS][:1] == ["01_tour.ipynb"]


@pytest.mark.notebooks
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # those of Jupyter itself
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    for folder in ("notebooks", "data"):  # a copy: what a notebook writes must not land in the checkout
        shutil.copytree(ROOT / folder, tmp_path / folder)
    notebook = nbformat.read(tmp_path / "notebooks" / path.name, as_version=4)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path / "notebooks"}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    printed = [output.text for output in outputs if output.output_type == "stream" and output.name == "stderr"]
    assert printed == [], "a notebook shows no warnings"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_made_like_the_others(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert notebook.cells[0].source.startswith("# "), "a notebook opens with its title"
    lines = [line for line in code[0].source.splitlines() if line]
    assert all(line.startswith(("import hanabi_lab", "from hanabi_lab")) for line in lines), "the first cell imports"
    assert any(cell.source.startswith("## Exercises") for cell in notebook.cells if cell.cell_type == "markdown")
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert not any(cell.outputs or cell.execution_count for cell in code), "outputs are stripped before a commit"
