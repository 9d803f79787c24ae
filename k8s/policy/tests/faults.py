"""Faults in all kinds of objects except RayClusters: at least one for each rule of checks.rules_for_overlay."""

from collections.abc import Callable, Sequence

from .mutable_manifests import Fault, MutableManifests

SCHEMAS = [
    Fault(
        rule="built-in kinds and Ray's pods match their schema",
        inject=lambda m: m.app("Deployment/web").update(livnessProbe={}),
        message="livnessProbe",
    ),
    Fault(
        rule="built-in kinds and Ray's pods match their schema",
        inject=lambda m: m["Deployment/relay"]["spec"].update(replicas="two"),
        message="replicas",
    ),
    Fault(
        rule="built-in kinds and Ray's pods match their schema",
        inject=lambda m: m.add("apps/v1", "Deploymnt"),
        message="neither a built-in kind nor listed",
    ),
    Fault(
        rule="built-in kinds and Ray's pods match their schema",
        inject=lambda m: m.add("argoproj.io/v1alpha1", "Rollout", spec={}),
        message="neither a built-in kind nor listed",
    ),
    # Served by Kubernetes 1.32 and 1.33, but not by the supported versions.
    Fault(
        rule="built-in kinds and Ray's pods match their schema",
        inject=lambda m: m.add("resource.k8s.io/v1alpha3", "ResourceClaim", spec={}),
        message="neither a built-in kind nor listed",
    ),
    Fault(
        rule="other kinds are listed and match their schema",
        inject=lambda m: m["ExternalSecret/web-secrets"]["spec"]["data"][0]["remoteRef"].update(propertyy="x"),
        message="propertyy",
    ),
    Fault(
        rule="other kinds are listed and match their schema",
        inject=lambda m: m["PodMonitor/controller"]["spec"]["podMetricsEndpoints"][0].update(interval="often"),
        message="often",
    ),
    Fault(
        rule="other kinds are listed and match their schema",
        inject=lambda m: m["HTTPRoute/realtime"]["spec"]["rules"][0].update(timeouts={"request": "never"}),
        message="never",
        overlay="prod-gateway",
    ),
]

PODS = [
    Fault(
        rule="images have digests",
        inject=lambda m: m.app("Deployment/web").update(image="registry.example/tablehawk/web:1.2"),
        message="has no digest",
    ),
    Fault(
        rule="images have digests",
        inject=lambda m: m.watcher.update(image="tablehawk/snipers:latest"),
        message="RayCluster/cell-blue (watchers): image",
    ),
    Fault(
        rule="images have digests",
        inject=lambda m: m.app("StatefulSet/postgres").update(image="postgres:18"),
        message="StatefulSet/postgres: image",
        overlay="dev",
    ),
    *(
        Fault(rule="pods are restricted", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.pod("Deployment/web")["securityContext"].pop("runAsNonRoot"), "runAsNonRoot"),
            (lambda m: m.pod("Deployment/web")["securityContext"].pop("runAsUser"), "runAsUser"),
            (lambda m: m.pod("Job/migrate")["securityContext"].pop("seccompProfile"), "Job/migrate: seccompProfile"),
            (lambda m: m.pod("Deployment/web").update(hostNetwork=True), "hostNetwork"),
            (lambda m: m.pod("Deployment/web")["volumes"].append({"name": "x", "hostPath": {"path": "/"}}), "hostPath"),
            (lambda m: m.pod("Deployment/web").pop("automountServiceAccountToken"), "automountServiceAccountToken"),
            (lambda m: m.app("Deployment/web")["securityContext"].pop("readOnlyRootFilesystem"), "is writable"),
            (lambda m: m.app("Deployment/web")["securityContext"].update(runAsUser=0), "runs with privileges"),
            (
                lambda m: m.app("Deployment/web")["securityContext"]["capabilities"].update(add=["NET_ADMIN"]),
                "capabilities are not dropped",
            ),
            (
                lambda m: m.pod("Deployment/controller-blue")["initContainers"][0].pop("securityContext"),
                "allowPrivilegeEscalation is not false in raylet",
            ),
            (lambda m: m.watcher.pop("securityContext"), "in ray-worker"),
            (lambda m: m.head["template"]["spec"].update(automountServiceAccountToken=True), "automountService"),
            (
                lambda m: m.head["template"]["spec"]["containers"][0]["volumeMounts"].extend(
                    m.cell["autoscalerOptions"]["volumeMounts"]
                ),
                "a token of the Kubernetes API in ray-head",
            ),
        ]
    ),
    Fault(
        rule="resources are set",
        inject=lambda m: m.app("Deployment/worker")["resources"]["requests"].pop("cpu"),
        message="requests no CPU",
    ),
    Fault(
        rule="resources are set",
        inject=lambda m: m.app("Deployment/worker")["resources"].pop("limits"),
        message="no memory limit",
    ),
    Fault(
        rule="resources are set",
        inject=lambda m: m.pod("Deployment/web")["volumes"][0].update(emptyDir={}),
        message="no sizeLimit",
    ),
    Fault(
        rule="the quota suffices",
        inject=lambda m: m.workers.update(maxReplicas=60),
        message="requests.cpu is 160",
    ),
    *(
        Fault(rule="probes are valid", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.app("Deployment/relay").pop("livenessProbe"), "Deployment/relay: no liveness probe"),
            (lambda m: m.app("Deployment/web").pop("startupProbe"), "has neither startupProbe"),
            (lambda m: m.app("Deployment/realtime").pop("readinessProbe"), "no readiness probe"),
            (
                lambda m: m.app("Deployment/web")["livenessProbe"]["httpGet"].update(path="/readyz"),
                "an unreachable database would restart it",
            ),
            (
                lambda m: m.app("Deployment/web")["livenessProbe"]["httpGet"].update(port="htpp"),
                "uses an unknown port htpp",
            ),
        ]
    ),
    Fault(
        rule="grace periods suffice",
        inject=lambda m: m.pod("Deployment/realtime").pop("terminationGracePeriodSeconds"),
        message="takes up to 82 s to stop and is killed after 30",
    ),
    Fault(
        rule="grace periods suffice",
        inject=lambda m: m.workers["template"]["spec"].update(terminationGracePeriodSeconds=60),
        message="(watchers): ray-worker takes up to",
    ),
    Fault(
        rule="grace periods suffice",
        inject=lambda m: m.app("Deployment/web").update(lifecycle={"preStop": {"exec": {"command": ["sleep", "30"]}}}),
        message="takes up to 55 s",
    ),
    Fault(
        rule="replicas are spread",
        inject=lambda m: m.pod("Deployment/web").pop("topologySpreadConstraints"),
        message="not spread over kubernetes.io/hostname",
    ),
    Fault(
        rule="replicas are spread",
        inject=lambda m: m.workers["template"]["spec"]["topologySpreadConstraints"][0].update(
            whenUnsatisfiable="ScheduleAnyway"
        ),
        message="two workers may run on one machine",
    ),
    Fault(
        rule="replicas are spread",
        inject=lambda m: m.workers["template"]["spec"]["topologySpreadConstraints"][0].pop("nodeTaintsPolicy"),
        message="tainted nodes count as empty ones",
    ),
    *(
        Fault(rule="full workers drain in time", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.watcher["resources"]["requests"].update(cpu="1"), "80 watchers need 160 s to move"),
            (lambda m: m.workers.update(minReplicas=1), "s to move, preStop waits 90"),
            (lambda m: m.watcher.pop("lifecycle"), "preStop waits 0"),
        ]
    ),
]

NETWORK = [
    Fault(
        rule="everything is denied by default",
        inject=lambda m: m["NetworkPolicy/default-deny"]["spec"].update(policyTypes=["Ingress"]),
        message="no NetworkPolicy denies",
    ),
    Fault(
        rule="policies select pods",
        inject=lambda m: m["NetworkPolicy/stores"]["spec"]["podSelector"]["matchLabels"].update(typo="yes"),
        message="NetworkPolicy/stores: selects no pod",
    ),
    *(
        Fault(rule="Services have backends", inject=inject, message=message)
        for inject, message in [
            (lambda m: m["Service/web"]["spec"]["selector"].update(typo="yes"), "Service/web: selects no pod"),
            (lambda m: m["Service/web"]["spec"]["ports"][0].update(targetPort="htpp"), "has no port htpp"),
            (
                lambda m: [m.remove("NetworkPolicy/people"), m.remove("NetworkPolicy/metrics")],
                "no NetworkPolicy allows ingress to http",
            ),
        ]
    ),
    Fault(
        rule="probes are not exposed",
        inject=lambda m: m.app("Deployment/web")["readinessProbe"]["httpGet"].update(port="http"),
        message="Service/web: exposes http, which answers the probes of Deployment/web",
    ),
    Fault(
        rule="Ingress backends exist",
        inject=lambda m: m["Ingress/web"]["spec"]["rules"][0].update(host="other.example"),
        message="other.example has no certificate",
    ),
    Fault(
        rule="Ingress backends exist",
        inject=lambda m: m.remove("Service/realtime"),
        message="Service/realtime with port http does not exist",
    ),
    Fault(
        rule="Ingresses are controller-neutral",
        inject=lambda m: m["Ingress/web"]["spec"].update(ingressClassName="nginx"),
        message="Ingress/web: names the class nginx",
    ),
    Fault(
        rule="Ingresses are controller-neutral",
        inject=lambda m: m["Ingress/realtime"]["metadata"].update(
            annotations={"nginx.ingress.kubernetes.io/proxy-read-timeout": "3600"}
        ),
        message="proxy-read-timeout is specific to one controller",
    ),
    *(
        Fault(rule="HTTPRoute backends exist", inject=inject, message=message, overlay="prod-gateway")
        for inject, message in [
            (
                lambda m: m.remove("Service/realtime"),
                "HTTPRoute/realtime: Service/realtime with port 80 does not exist",
            ),
            (lambda m: m.remove("Gateway/web"), "Gateway/web with the listener https does not exist"),
            (
                lambda m: m["HTTPRoute/web"]["spec"].update(hostnames=["other.example"]),
                "the listener https does not serve other.example",
            ),
            (
                lambda m: m["HTTPRoute/realtime"]["spec"]["rules"][0].pop("timeouts"),
                "/socket.io/ has a timeout",
            ),
        ]
    ),
    Fault(
        rule="only workloads that need stores reach them",
        inject=lambda m: m["Deployment/relay"]["spec"]["template"]["metadata"]["labels"].pop("tablehawk.io/stores"),
        message="Deployment/relay: has the database's address but no egress",
    ),
    Fault(
        rule="only workloads that need stores reach them",
        inject=lambda m: m["NetworkPolicy/stores"]["spec"].update(egress=[]),
        message="RayCluster/cell-blue (watchers): has the database's address",
    ),
    Fault(
        rule="only workloads that need stores reach them",
        inject=lambda m: m["NetworkPolicy/dns"]["spec"]["egress"][0]["ports"].append({"port": 5432}),
        message="has egress to the database but does not use it",
    ),
    Fault(
        rule="watchers reach the platforms",
        inject=lambda m: m.workers["template"]["metadata"]["labels"].pop("tablehawk.io/internet"),
        message="no egress to the platforms",
    ),
    Fault(
        rule="monitors find ports",
        inject=lambda m: m.app("Deployment/controller-blue")["ports"][0].update(name="figures"),
        message="PodMonitor/controller: no pod has the port metrics",
    ),
    Fault(
        rule="monitors find ports",
        inject=lambda m: m.remove("NetworkPolicy/metrics"),
        message="Prometheus has no ingress",
    ),
    Fault(
        rule="cells are isolated",
        inject=lambda m: m["ConfigMap/cell-blue"]["data"].update(RAY_HEAD="cell-bleu-head-svc:6379"),
        message="is not the head of a RayCluster",
    ),
    Fault(
        rule="cells are isolated",
        inject=lambda m: m.workers["template"]["metadata"]["labels"].pop("tablehawk.io/cell"),
        message="pods lack the label of their cell",
    ),
]

DEPLOYING = [
    Fault(
        rule="objects have the overlay's namespace",
        inject=lambda m: m["Gateway/web"]["metadata"].pop("namespace"),
        message="Gateway/web: is not in the namespace tablehawk",
        overlay="prod-gateway",
    ),
    Fault(
        rule="overlays can be applied repeatedly",
        inject=lambda m: m.workers.pop("scaleStrategy"),
        message="so KubeRay changes the list",
    ),
    Fault(
        rule="overlays can be applied repeatedly",
        inject=lambda m: m["RayCluster/cell-blue"]["metadata"]["labels"].pop("app.kubernetes.io/component"),
        message="RayCluster/cell-blue: the label",
    ),
    Fault(
        rule="overlays can be applied repeatedly",
        inject=lambda m: m["Deployment/web"]["metadata"]["labels"].update({"app.kubernetes.io/component": "ray"}),
        message="Deployment/web: the label",
    ),
    Fault(
        rule="the redis-cleanup Job reaches Redis",
        inject=lambda m: m["NetworkPolicy/gcs-redis"]["spec"]["podSelector"].update(
            matchLabels={"ray.io/node-type": "head"}, matchExpressions=[]
        ),
        message="so deleting the RayCluster hangs",
    ),
    Fault(
        rule="Stripe's webhook is accepted",
        inject=lambda m: m.app("Deployment/web")["env"].append({"name": "ALLOWED_HOSTS", "value": "127.0.0.1"}),
        message="ALLOWED_HOSTS lacks web",
        overlay="dev",
    ),
    Fault(
        rule="Stripe's webhook is accepted",
        inject=lambda m: m.app("Deployment/simulator")["env"].append(
            {"name": "SIM_STRIPE_WEBHOOK_URL", "value": "http://wbe/"}
        ),
        message="go to wbe, which is not a Service",
        overlay="dev",
    ),
]

OPERATING = [
    Fault(
        rule="watchers' log lines reach kubectl logs",
        inject=lambda m: m["ConfigMap/sniper-env"]["data"].pop("RAY_LOG_TO_STDERR"),
        message="RayCluster/cell-blue (watchers): RAY_LOG_TO_STDERR is not 1",
    ),
    *(
        Fault(
            rule="processes of a lost node end when its network returns",
            inject=inject,
            message="RayCluster/cell-blue (watchers): RAY_grpc_client_keepalive_timeout_ms is over 15000",
        )
        for inject in (
            lambda m: m["ConfigMap/sniper-env"]["data"].pop("RAY_grpc_client_keepalive_timeout_ms"),
            lambda m: m["ConfigMap/sniper-env"]["data"].update(RAY_grpc_client_keepalive_timeout_ms="60000"),
        )
    ),
    *(
        Fault(rule="the toolbox has the runbooks' programs", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.remove("Deployment/toolbox"), "db runs psql, which container app of Deployment/toolbox lacks"),
            (
                lambda m: [one.update(image="busybox") for one in m.pod("Deployment/toolbox")["containers"]],
                "channels runs valkey-cli, which container redis of Deployment/toolbox lacks",
            ),
            (
                lambda m: m.cell["gcsFaultToleranceOptions"].update(redisAddress="redis://other:6379"),
                "GCS_REDIS_ADDRESS is not redis://other:6379",
            ),
        ]
    ),
    *(
        Fault(rule="mail is configured", inject=inject, message=message)
        for inject, message in [
            (lambda m: m["ConfigMap/web-env"]["data"].pop("EMAIL_HOST"), "EMAIL_HOST is not set"),
            (
                lambda m: m["ConfigMap/web-env"]["data"].update(DEFAULT_FROM_EMAIL="x <no-reply@tablehawk.test>"),
                "DEFAULT_FROM_EMAIL is not an address at tablehawk.example",
            ),
        ]
    ),
    *(
        Fault(rule="PostgreSQL's connections are declared", inject=inject, message=message, overlay=overlay)
        for inject, message, overlay in [
            (lambda m: m["Namespace/tablehawk"]["metadata"].pop("annotations"), "postgres-connections is 0", "prod"),
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"].update(maxReplicas=40),
                "the largest size opens",
                "prod",
            ),
            (
                lambda m: m.app("StatefulSet/postgres").update(args=["-c", "max_connections=100"]),
                "max_connections is not 300",
                "dev",
            ),
        ]
    ),
]


def _postgres_with(args: Sequence[str]) -> Callable[[MutableManifests], None]:
    def inject(m: MutableManifests) -> None:
        m.app("StatefulSet/postgres").update(args=["-c", "max_connections=300", *args])

    return inject


LOGS = [
    Fault(
        rule="PostgreSQL's log has no rows",
        inject=_postgres_with(args),
        message=message,
        overlay="dev",
    )
    for args, message in [
        (["-c", "log_min_error_statement=fatal"], "log_error_verbosity is not terse"),
        (["-c", "log_error_verbosity=terse"], "log_min_error_statement is not fatal"),
        (["-c", "log_error_verbosity=default", "-c", "log_min_error_statement=fatal"], "log_error_verbosity is not"),
        (["-c", "log_min_duration_statement=1000"], "log_min_duration_statement logs statements"),
        (["-c", "log_statement=all"], "log_statement logs statements"),
    ]
]

REFERENCES = [
    Fault(
        rule="no secret is in plain text",
        inject=lambda m: m.add("v1", "Secret", stringData={"x": "y"}),
        message="Secret/injected",
    ),
    Fault(
        rule="no secret is in plain text",
        inject=lambda m: m["ConfigMap/web-env"]["data"].update(STRIPE_SECRET_KEY="sk_live"),
        message="STRIPE_SECRET_KEY belongs in a Secret",
    ),
    Fault(
        rule="no secret is in plain text",
        inject=lambda m: m.app("Deployment/web")["env"].append({"name": "METRICS_TOKEN", "value": "t"}),
        message="METRICS_TOKEN of app",
    ),
    *(
        Fault(rule="references exist", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.remove("ExternalSecret/sniper-secrets"), "Secret/sniper-secrets does not exist"),
            (lambda m: m.remove("ExternalSecret/gcs-redis"), "Secret/gcs-redis with the key password"),
            (lambda m: m.remove("ConfigMap/web-env"), "does not exist"),
            (lambda m: m["ConfigMap/cell-blue"]["data"].pop("CELL"), "has no key CELL"),
            (lambda m: m.remove("ServiceAccount/loops"), "ServiceAccount/loops does not exist"),
            (lambda m: m.cell["authOptions"].update(secretName="tokens"), "Secret/tokens with the key auth_token"),
        ]
    ),
    *(
        Fault(rule="programs exist", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.app("Deployment/relay")["command"].__setitem__(2, "relay"), "runs platform/manage.py relay"),
            (lambda m: m.app("Deployment/web")["command"].__setitem__(2, "config.serve"), "runs -m config.serve"),
            (
                lambda m: m.watcher["lifecycle"]["preStop"]["exec"]["command"].__setitem__(2, "ops"),
                "ray-worker runs -m ops",
            ),
        ]
    ),
    Fault(
        rule="variables expand",
        inject=lambda m: m.app("Deployment/web")["env"].reverse(),
        message="ALLOWED_HOSTS of app uses $(PUBLIC_HOST) before it is set",
    ),
    Fault(
        rule="variables expand",
        inject=lambda m: m.pod("Deployment/controller-blue")["initContainers"][0]["env"].pop(0),
        message="the command of raylet uses $(RAY_HEAD)",
    ),
    *(
        Fault(rule="autoscalers have targets", inject=inject, message=message)
        for inject, message in [
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"]["scaleTargetRef"].update(name="wbe"),
                "Deployment/wbe does not exist",
            ),
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"]["scaleTargetRef"].update(kind="RayCluster"),
                "has no scale",
            ),
            (lambda m: m["Deployment/web"]["spec"].update(replicas=3), "which the autoscaler owns"),
            (lambda m: m["HorizontalPodAutoscaler/web"]["spec"].update(minReplicas=40), "minReplicas is over"),
        ]
    ),
    *(
        Fault(rule="disruption budgets are set", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.remove("PodDisruptionBudget/web"), "Deployment/web: has 0 disruption budgets"),
            (
                lambda m: m["PodDisruptionBudget/web"]["spec"].update(selector={}),
                "Deployment/realtime: has 2 disruption budgets",
            ),
            (lambda m: m["PodDisruptionBudget/web"]["spec"].update(maxUnavailable=0), "allows no disruption"),
            (lambda m: m["PodDisruptionBudget/workers-blue"]["spec"].update(minAvailable="75%"), "has a fixed number"),
            (lambda m: m["PodDisruptionBudget/workers-blue"]["spec"].update(minAvailable=3), "has a fixed number"),
            (lambda m: m["PodDisruptionBudget/head-blue"]["spec"].update(minAvailable="50%"), "be a whole number"),
            (lambda m: m.remove("Deployment/disruptions-blue"), "no process may write its number"),
            (lambda m: m["Role/disruptions-blue"]["rules"][1].update(resourceNames=["workers"]), "no process may"),
            (lambda m: m["PodDisruptionBudget/head-blue"]["metadata"].pop("annotations"), "(head), so no node"),
        ]
    ),
]

BACKUPS = [
    *(
        Fault(rule="backups are scheduled", inject=inject, message=message)
        for inject, message in [
            (lambda m: m.remove("CronJob/backup"), "CronJob/backup does not exist"),
            (lambda m: m["CronJob/backup"]["spec"].update(suspend=True), "is suspended"),
            (lambda m: m["CronJob/backup"]["spec"].update(concurrencyPolicy="Allow"), "two runs may overlap"),
            (lambda m: m["CronJob/backup"]["spec"].update(schedule="@daily"), "is not 'minute */hours"),
            (lambda m: m["CronJob/restore"]["spec"].update(suspend=False), "would run on a schedule"),
            (lambda m: m.remove("CronJob/restore-drill"), "CronJob/restore-drill does not exist"),
            (lambda m: m["CronJob/restore-drill"]["spec"].update(suspend=True), "does not run every month"),
            (lambda m: m.remove("PersistentVolumeClaim/backups"), "PersistentVolumeClaim/backups does not exist"),
            (
                lambda m: m.cron_pod("CronJob/backup")["volumes"].__setitem__(
                    0, {"name": "copies", "emptyDir": {"sizeLimit": "1Gi"}}
                ),
                "CronJob/backup: backups in /copies are lost with the pod",
            ),
            (lambda m: m["ConfigMap/backup-scripts"]["data"].pop("restore.sh"), "restore.sh is in no ConfigMap"),
        ]
    ),
    Fault(
        rule="the alert on old backups matches the schedule",
        inject=lambda m: m["CronJob/backup"]["spec"].update(schedule="23 */12 * * *"),
        message="runs every 12 h",
    ),
    Fault(
        rule="only workloads that need stores reach them",
        inject=lambda m: m["CronJob/backup"]["spec"]["jobTemplate"]["spec"]["template"]["metadata"]["labels"].pop(
            "tablehawk.io/stores"
        ),
        message="CronJob/backup: has the database's address but no egress",
    ),
]

FAULTS = [*SCHEMAS, *PODS, *NETWORK, *DEPLOYING, *OPERATING, *LOGS, *REFERENCES, *BACKUPS]
