"""The release command: refusals, the released manifests, and the same files for the same commit."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from k8s.policy import archives, release, render, versions
from k8s.policy.chart import helm
from k8s.policy.manifests import load

VERSION = versions.read()
DIGESTS = {"web": "sha256:" + "1" * 64, "snipers": "sha256:" + "2" * 64}


def make_release(**changed: object) -> release.Release:
    given = {
        "version": "1.4.0",
        "commit": "c0ffee",
        "epoch": 1_795_000_000,
        "registry": "r.example/t",
        "digests": DIGESTS,
    }
    return release.Release(**{**given, **changed})  # type: ignore[arg-type] # values of several types


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A committed tree with the files that carry a version."""
    for name in ("VERSION", "pyproject.toml", "frontend/package.json", "frontend/package-lock.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(versions.ROOT / name, tmp_path / name)
    (tmp_path / "snipers").mkdir()
    (tmp_path / "snipers" / "wiring.py").write_text("from snipers.environment import version\n")
    text = f"## [Unreleased]\n\n## [{VERSION}] - 2026-11-26\n\n### Added\n\n- All.\n\n## [0.0.1] - 2026-01-01\n"
    (tmp_path / "CHANGELOG.md").write_text(text)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    subprocess.run(["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")


def test_committed_tree_with_an_entry_can_be_released(checkout: Path) -> None:
    assert release.refusals(checkout, version=VERSION) == []
    assert release.entry(checkout, version=VERSION) == "### Added\n\n- All."


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("VERSION", ".", "-", f"VERSION: '{VERSION.replace('.', '-')}' is not a semantic version"),
        ("VERSION", VERSION, "99.0.0", f"frontend/package.json: the version is {VERSION}"),
        (
            "frontend/package-lock.json",
            f'"version": "{VERSION}"',
            '"version": "0.0.9"',
            "package-lock.json: the version is 0.0.9",
        ),
        ("pyproject.toml", 'dynamic = ["version"]', 'version = "0.1.0"', "pyproject.toml: project.version is a second"),
        (
            "snipers/wiring.py",
            "from",
            'AGENT = "Tablehawk/0.1"\nfrom',
            "snipers/wiring.py: a version in a User-Agent",
        ),
        ("CHANGELOG.md", f"[{VERSION}]", "[99.0.0]", f"CHANGELOG.md has no entry '## [{VERSION}] - YYYY-MM-DD'"),
        ("CHANGELOG.md", "### Added\n\n- All.", "", "CHANGELOG.md has no entry"),
    ],
)
def test_wrong_version_or_missing_entry_is_refused(checkout: Path, file: str, old: str, new: str, message: str) -> None:
    before = (checkout / file).read_text()
    assert old in before
    (checkout / file).write_text(before.replace(old, new))
    commit(checkout)
    found = release.refusals(checkout, version=VERSION)
    assert any(message in one for one in found), found


def test_unclean_tree_is_refused(checkout: Path) -> None:
    (checkout / "new.py").write_text("")
    assert release.refusals(checkout, version=VERSION) == ["The tree has changes that no commit contains:\n?? new.py"]


def test_existing_tag_is_refused(checkout: Path) -> None:
    git(checkout, "tag", f"v{VERSION}")
    assert release.refusals(checkout, version=VERSION) == [f"The tag v{VERSION} exists: raise VERSION."]


def test_released_manifests_name_the_built_images() -> None:
    text = release.manifests(make_release(), "prod")
    assert f"image: r.example/t/web:1.4.0@{DIGESTS['web']}" in text
    assert f"image: r.example/t/snipers:1.4.0@{DIGESTS['snipers']}" in text
    labels = {one["metadata"]["labels"]["app.kubernetes.io/version"] for one in load(text)}
    assert labels == {"1.4.0"}


def test_release_changes_only_images_and_a_label_of_objects() -> None:
    made = load(release.manifests(make_release(), "prod"))
    for one in made:
        del one["metadata"]["labels"]["app.kubernetes.io/version"]
    text = json.dumps(made)
    for name, digest in DIGESTS.items():
        text = text.replace(f"r.example/t/{name}:1.4.0@{digest}", f"{release.REGISTRY}/{name}@sha256:{'0' * 64}")
    committed = [{**one, "metadata": {"labels": {}, **one["metadata"]}} for one in render.manifests("prod")]
    assert json.loads(text) == committed


@pytest.fixture(scope="module")
def chart() -> Mapping[str, str]:
    return release.chart_files(make_release())


@pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)
def test_released_chart_has_the_version_and_the_built_images(chart: Mapping[str, str]) -> None:
    assert yaml.safe_load(chart["Chart.yaml"])["version"] == "1.4.0"
    values = yaml.safe_load(chart["values.yaml"])
    assert values["images"]["web"] == f"r.example/t/web:1.4.0@{DIGESTS['web']}"
    assert values["cells"]["blue"]["image"] == f"r.example/t/snipers:1.4.0@{DIGESTS['snipers']}"


@pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)
def test_chart_that_renders_other_objects_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helm, "chart_agrees_with_overlay", lambda *_: ["/Service~1web: nothing is not a Service"])
    with pytest.raises(release.NotReleasable, match=r"The chart does not render dev:\n/Service~1web"):
        release.chart_files(make_release())


def test_manifest_that_breaks_a_rule_is_not_released() -> None:
    with pytest.raises(release.NotReleasable, match=r"snipers:1\.4\.0 of \S+ has no digest"):
        release.manifests(make_release(digests={"web": DIGESTS["web"]}), "prod")


def test_archive_depends_on_contents_and_time_only() -> None:
    files = {"b": "2", "a": "1"}
    first = archives.tar_gz(files, prefix="x", epoch=1)
    assert first == archives.tar_gz(dict(sorted(files.items())), prefix="x", epoch=1)
    assert first != archives.tar_gz({**files, "a": "3"}, prefix="x", epoch=1)


@pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)
def test_written_files_pass_sha256sum_and_are_equal(
    chart: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "OVERLAYS", ("staging",))
    # Making the fixture has compared this chart with the overlays.
    monkeypatch.setattr(helm, "chart_agrees_with_overlay", lambda *_: [])
    makers = (release.chart_files, lambda _: chart)
    for folder, chart_files in zip((tmp_path / "one", tmp_path / "two"), makers, strict=True):
        monkeypatch.setattr(release, "chart_files", chart_files)
        folder.mkdir()
        release.write(make_release(), folder)
        release.write_checksums(folder)
        assert (
            subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=False).returncode == 0
        )
    assert {path.name for path in (tmp_path / "one").iterdir()} == {
        *("tablehawk-1.4.0.tar.gz", "tablehawk-chart-1.4.0.tgz", "chart-1.4.0.tar", "SHA256SUMS")
    }
    assert (tmp_path / "one/SHA256SUMS").read_text() == (tmp_path / "two/SHA256SUMS").read_text()
