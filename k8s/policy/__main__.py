"""`python -m k8s.policy`: run all checks; exit with 1 if one fails.

python -m k8s.policy              all checks
python -m k8s.policy diff [COMMIT] show what changes in the rendered overlays, by default since the branch left main
python -m k8s.policy chart FOLDER write the Helm chart, made from the overlays, into a new folder
python -m k8s.policy monitoring   print rules and dashboards as manifests
python -m k8s.policy images       build the images and run the manifests in them, if buildah is installed
python -m k8s.policy compose      start compose.yaml and book a table, if podman is installed
python -m k8s.policy release --help
"""

import sys
from pathlib import Path

import yaml

from . import alerts, difference, release, render
from .chart import build, helm
from .checks import Check, all_checks


def main(arguments: list[str]) -> int:
    """Run one subcommand and return the exit code. An unknown subcommand prints the usage and returns 2."""
    match arguments:
        case []:
            return check()
        case ["diff", *commit] if len(commit) < 2:
            return show_difference(*commit)
        case ["chart", folder]:
            return write_chart(Path(folder))
        case ["monitoring"]:
            yaml.safe_dump_all(alerts.manifests(), sys.stdout, sort_keys=False, width=120)
            return 0
        case ["images", *options]:
            from . import image_command  # imports packages of the development environment

            return image_command.main(options)
        case ["compose"]:
            from . import compose_run

            return compose_run.main()
        case ["release", *options]:
            return release.main(options)
        case _:
            sys.stderr.write(__doc__ or "")
            return 2


def check() -> int:
    """Run all checks and print failures with their findings, skipped checks with the reason, and the totals.

    Returns 1 if a check failed, otherwise 0.
    """
    passed, failed, skipped = 0, 0, []
    for one in all_checks():
        if one.skip:
            skipped.append(one)
        elif findings := one.run():
            failed += 1
            sys.stdout.write(
                f"FAILED  {one.where}: {one.what}\n" + "".join(f"          {finding}\n" for finding in findings)
            )
        else:
            passed += 1
    _print_skipped(skipped)
    sys.stdout.write(f"k8s: {passed} checks passed, {failed} failed, {len(skipped)} skipped\n")
    return 1 if failed else 0


def _print_skipped(skipped: list[Check]) -> None:
    for reason in dict.fromkeys(one.skip for one in skipped):
        titles = ", ".join(f"{one.where}: {one.what}" for one in skipped if one.skip == reason)
        sys.stdout.write(f"SKIPPED {titles}\n          {reason}\n")


def show_difference(commit: str | None = None) -> int:
    """Print what changes in the rendered overlays. Print the error and return 1 if that fails, otherwise return 0."""
    try:
        sys.stdout.write(difference.since(commit))
    except render.RenderError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def write_chart(folder: Path) -> int:
    """Write the chart into a new folder. Print the error and return 1 if that fails, otherwise return 0."""
    if folder.exists():
        sys.stderr.write(f"{folder} exists\n")
        return 1
    try:
        helm.write(helm.files(), folder)
    except (build.ChartError, render.RenderError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
