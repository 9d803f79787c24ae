"""Rules for references between objects, secrets, programs, autoscalers and disruption budgets."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .manifests import Findings, Manifest, Pod, max_replicas, min_replicas, name_of, names, of_kind, pods, selects

ROOT = Path(__file__).parents[2]
DJANGO_COMMANDS = frozenset({"migrate", "clearsessions"})
BLOCKS = "tablehawk.io/blocks-drains"
# A variable is secret if its name contains one of these.
SECRET_WORDS = ("SECRET", "PASSWORD", "TOKEN", "SEAL_KEYS", "API_KEY", "PRIVATE_KEY", "DATABASE_URL", "REDIS_URL")
NO_SECRETS: Mapping[str, frozenset[str]] = {}


def no_plain_secrets(manifests: Sequence[Manifest]) -> Findings:
    """Check that manifests contain no Secrets with values and no passwords in ConfigMaps or plain variables."""
    found = [f"{name_of(one)}: a Secret with values in git" for one in of_kind(manifests, "Secret")]
    for config in of_kind(manifests, "ConfigMap"):
        for key, value in config.get("data", {}).items():
            if any(word in key for word in SECRET_WORDS) and value:
                found.append(f"{name_of(config)}: {key} belongs in a Secret")
    for pod in pods(manifests):
        for one in pod.all_containers:
            for variable in one.get("env", []):
                if any(word in variable["name"] for word in SECRET_WORDS) and variable.get("value"):
                    found.append(f"{pod.owner}: {variable['name']} of {one['name']} belongs in a Secret")
    return found


def references_exist(
    manifests: Sequence[Manifest], *, other_secrets: Mapping[str, frozenset[str]] = NO_SECRETS
) -> Findings:
    """Check that every ConfigMap, Secret, key and ServiceAccount that a pod references exists.

    `other_secrets` are the keys of Secrets, by name, that no manifest creates, such as those of the dev overlay's
    script.
    """
    maps = {one["metadata"]["name"]: frozenset(one.get("data", {})) for one in of_kind(manifests, "ConfigMap")}
    secrets = {**secret_keys(manifests), **other_secrets}
    accounts = names(manifests, "ServiceAccount") | {"default"}
    found = []
    for pod in pods(manifests):
        for kind, name, key in _named(pod):
            known = maps if kind == "ConfigMap" else secrets
            if name not in known:
                found.append(f"{pod.owner}: {kind}/{name} does not exist")
            elif key and key not in known[name]:
                found.append(f"{pod.owner}: {kind}/{name} has no key {key}")
        if (account := pod.spec.get("serviceAccountName", "default")) not in accounts:
            found.append(f"{pod.owner}: ServiceAccount/{account} does not exist")
    for cluster in of_kind(manifests, "RayCluster"):
        for name, key in _ray_secrets(cluster):
            if key not in secrets.get(name, ()):
                found.append(f"{name_of(cluster)}: Secret/{name} with the key {key} does not exist")
    return found


def secret_keys(manifests: Sequence[Manifest]) -> dict[str, frozenset[str]]:
    """Return the keys of the Secrets that ExternalSecrets create, by the Secret's name."""
    return {
        one["spec"]["target"]["name"]: frozenset(entry["secretKey"] for entry in one["spec"]["data"])
        for one in of_kind(manifests, "ExternalSecret")
    }


def _ray_secrets(cluster: Manifest) -> Iterator[tuple[str, str]]:
    spec = cluster["spec"]
    if name := spec.get("authOptions", {}).get("secretName"):
        yield name, "auth_token"
    reference = spec.get("gcsFaultToleranceOptions", {}).get("redisPassword", {}).get("valueFrom", {})
    if "secretKeyRef" in reference:
        yield reference["secretKeyRef"]["name"], reference["secretKeyRef"]["key"]


def _named(pod: Pod) -> Iterator[tuple[str, str, str]]:
    """Yield (kind, name, key) for each reference of the pod to a ConfigMap or Secret. `key` "" is the whole object."""
    for one in pod.all_containers:
        for source in one.get("envFrom", []):
            kind, field = ("ConfigMap", "configMapRef") if "configMapRef" in source else ("Secret", "secretRef")
            yield kind, source[field]["name"], ""
        for variable in one.get("env", []):
            given: Mapping[str, Any] = variable.get("valueFrom", {})
            for kind, field in (("ConfigMap", "configMapKeyRef"), ("Secret", "secretKeyRef")):
                if field in given:
                    yield kind, given[field]["name"], given[field]["key"]
    for volume in pod.spec.get("volumes", []):
        if "configMap" in volume:
            yield "ConfigMap", volume["configMap"]["name"], ""
        if "secret" in volume:
            yield "Secret", volume["secret"]["secretName"], ""


def variables_expand(manifests: Sequence[Manifest]) -> Findings:
    """Check that each $(NAME) refers to an earlier variable of `env`. Kubernetes does not expand those of envFrom."""
    found = []
    for pod in pods(manifests):
        for one in pod.all_containers:
            above: set[str] = set()
            for variable in one.get("env", []):
                wanted = _dollar_names(variable.get("value", ""))
                found += [
                    f"{pod.owner}: {variable['name']} of {one['name']} uses $({name}) before it is set"
                    for name in sorted(wanted - above)
                ]
                above.add(variable["name"])
            wanted = {name for text in [*one.get("command", []), *one.get("args", [])] for name in _dollar_names(text)}
            found += [
                f"{pod.owner}: the command of {one['name']} uses $({name}), which is not set"
                for name in sorted(wanted - above)
            ]
    return found


def _dollar_names(text: str) -> set[str]:
    # Kubernetes' $(NAME) contains only a name; the shell's $(...) has spaces.
    return {part.split(")")[0] for part in text.split("$(")[1:] if part.split(")")[0].isidentifier()}


def programs_exist(manifests: Sequence[Manifest], *, root: Path = ROOT) -> Findings:
    """Check that the modules and manage.py commands that containers and preStop hooks run exist."""
    found = []
    for pod in pods(manifests):
        for one in pod.all_containers:
            leaving = one.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", [])
            for command in (one.get("command", []), leaving):
                if command[:2] == ["python", "platform/manage.py"]:
                    paths = list((root / "platform").glob(f"**/management/commands/{command[2]}.py"))
                    known = bool(paths) or command[2] in DJANGO_COMMANDS
                elif command[:2] == ["python", "-m"]:
                    path = command[2].replace(".", "/")
                    tries = (root / top / f"{path}{end}" for top in ("", "platform") for end in (".py", "/__main__.py"))
                    known = any(path.exists() for path in tries)
                else:
                    continue
                if not known:
                    found.append(f"{pod.owner}: {one['name']} runs {' '.join(command[1:3])}, which does not exist")
    return found


def webhook_host_is_allowed(manifests: Sequence[Manifest]) -> Findings:
    """Check that the simulator sends webhooks to a Service whose pods have the Service's name in ALLOWED_HOSTS."""
    found = []
    every = list(pods(manifests))
    services = {one["metadata"]["name"]: one["spec"]["selector"] for one in of_kind(manifests, "Service")}
    for url in (_variables(one).get("SIM_STRIPE_WEBHOOK_URL", "") for pod in every for one in pod.containers):
        host = urlsplit(url).hostname or ""
        if host not in services:
            found += [f"Stripe's webhooks go to {host}, which is not a Service"] * bool(host)
            continue
        for pod in every:
            allowed = _variables(pod.containers[0]).get("ALLOWED_HOSTS", "").split(",")
            if selects({"matchLabels": services[host]}, pod.labels) and host not in allowed:
                found.append(f"{pod.owner}: ALLOWED_HOSTS lacks {host}, so Stripe's webhooks are answered 400")
    return found


def _variables(container: Mapping[str, Any]) -> dict[str, str]:
    return {one["name"]: one.get("value", "") for one in container.get("env", [])}


def mail_is_configured(manifests: Sequence[Manifest]) -> Findings:
    """Check that staging and production set a mail server and a sender address in their own domain.

    Web processes do not start without either.
    """
    found: Findings = []
    maps = [(config, config.get("data", {})) for config in of_kind(manifests, "ConfigMap")]
    if not any(given.get("TABLEHAWK_ENV") in ("staging", "production") for _, given in maps):
        return found
    for config, given in maps:
        if "PUBLIC_HOST" not in given:
            continue
        if not given.get("EMAIL_HOST"):
            found.append(f"{name_of(config)}: EMAIL_HOST is not set")
        if not given.get("DEFAULT_FROM_EMAIL", "").rstrip(">").endswith(f"@{given.get('PUBLIC_HOST')}"):
            found.append(f"{name_of(config)}: DEFAULT_FROM_EMAIL is not an address at {given.get('PUBLIC_HOST')}")
    return found


def scalers_have_targets(manifests: Sequence[Manifest]) -> Findings:
    """Check that each autoscaler's target is a Deployment without `replicas`, which each apply would reset."""
    found = []
    deployments = {one["metadata"]["name"]: one for one in of_kind(manifests, "Deployment")}
    bounds = (min_replicas(manifests), max_replicas(manifests))
    for scaler in of_kind(manifests, "HorizontalPodAutoscaler", "ScaledObject"):
        target = {"kind": "Deployment", **scaler["spec"]["scaleTargetRef"]}
        if target["kind"] != "Deployment" or target["name"] not in deployments:
            found.append(f"{name_of(scaler)}: {target['kind']}/{target['name']} does not exist or has no scale")
            continue
        if "replicas" in deployments[target["name"]]["spec"]:
            found.append(f"Deployment/{target['name']}: each apply would reset replicas, which the autoscaler owns")
        smallest, largest = (copies[f"Deployment/{target['name']}"] for copies in bounds)
        if smallest > largest:
            found.append(f"{name_of(scaler)}: minReplicas is over maxReplicas")
    return found


def disruptions_are_budgeted(manifests: Sequence[Manifest]) -> Findings:
    """Check that each long-lived pod has one disruption budget.

    The budget must allow a disruption, or have an annotation that states why it does not.
    """
    found = []
    budgets = of_kind(manifests, "PodDisruptionBudget")
    copies = min_replicas(manifests)
    for pod in pods(manifests):
        if not pod.long_lived:
            continue
        mine = [one for one in budgets if selects(one["spec"]["selector"], pod.labels)]
        if len(mine) != 1:
            found.append(f"{pod.owner}: has {len(mine)} disruption budgets, needs one")
        for budget in mine:
            spec = budget["spec"]
            if pod.kind == "RayCluster" and pod.group != "head":
                found += _missing_budget_writer(manifests, pod, budget)
            elif pod.kind == "RayCluster" and not isinstance(spec.get("minAvailable"), int):
                found.append(f"{name_of(budget)}: a RayCluster has no scale, so minAvailable must be a whole number")
            elif _allowed(spec, copies.get(pod.owner, 1)) < 1 and BLOCKS not in budget["metadata"].get(
                "annotations", {}
            ):
                found.append(f"{name_of(budget)}: allows no disruption of {pod.owner}, so no node can be drained")
    return found


def _missing_budget_writer(manifests: Sequence[Manifest], workers: Pod, budget: Manifest) -> Iterator[str]:
    """Check that the budget of Ray's workers contains no number and that a process of their cell writes the number."""
    if budget["spec"].keys() & {"minAvailable", "maxUnavailable"}:
        yield f"{name_of(budget)}: has a fixed number for any size of {workers.owner}"
    name = budget["metadata"]["name"]
    roles = {
        one["metadata"]["name"]
        for one in of_kind(manifests, "Role")
        for rule in one["rules"]
        if rule.get("resourceNames") == [name] and {"get", "patch"} <= set(rule["verbs"])
    }
    accounts = {
        subject["name"]
        for one in of_kind(manifests, "RoleBinding")
        if one["roleRef"]["name"] in roles
        for subject in one["subjects"]
    }
    keepers = [
        pod
        for pod in pods(manifests)
        if pod.spec.get("serviceAccountName") in accounts
        and pod.spec["containers"][0].get("command", [])[2:] == ["snipers.runtime.disruptions"]
        and pod.labels.get("tablehawk.io/cell") == workers.labels.get("tablehawk.io/cell")
    ]
    if not keepers:
        yield f"{name_of(budget)}: no process may write its number"


def _allowed(spec: Mapping[str, Any], copies: int) -> int:
    if "maxUnavailable" in spec:
        return int(spec["maxUnavailable"]) if isinstance(spec["maxUnavailable"], int) else 1
    return copies - int(spec.get("minAvailable", 0))
