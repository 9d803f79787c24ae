"""The faults of Kubernetes' own kinds: one or more for each rule of checks.for_overlay. Ray's are in faults_ray.py."""

from .planting import Fault

SCHEMAS = [
    Fault(
        rule="Kubernetes' own kinds and Ray's pods fit their schema",
        plant=lambda m: m.app("Deployment/web").update(livnessProbe={}),
        says="livnessProbe",
    ),
    Fault(
        rule="Kubernetes' own kinds and Ray's pods fit their schema",
        plant=lambda m: m["Deployment/relay"]["spec"].update(replicas="two"),
        says="replicas",
    ),
    Fault(
        rule="Kubernetes' own kinds and Ray's pods fit their schema",
        plant=lambda m: m.add("apps/v1", "Deploymnt"),
        says="neither Kubernetes' own nor on the list",
    ),
    Fault(
        rule="Kubernetes' own kinds and Ray's pods fit their schema",
        plant=lambda m: m.add("keda.sh/v1alpha1", "ScaledObject", spec={}),
        says="neither Kubernetes' own nor on the list",
    ),
    # Served by 1.32 and 1.33, not by the versions that README.md names.
    Fault(
        rule="Kubernetes' own kinds and Ray's pods fit their schema",
        plant=lambda m: m.add("resource.k8s.io/v1alpha3", "ResourceClaim", spec={}),
        says="neither Kubernetes' own nor on the list",
    ),
    Fault(
        rule="other kinds are on the list and fit it",
        plant=lambda m: m["ExternalSecret/web-secrets"]["spec"]["data"][0]["remoteRef"].update(propertyy="x"),
        says="propertyy",
    ),
    Fault(
        rule="other kinds are on the list and fit it",
        plant=lambda m: m["PodMonitor/controller"]["spec"]["podMetricsEndpoints"][0].update(interval="often"),
        says="often",
    ),
    Fault(
        rule="other kinds are on the list and fit it",
        plant=lambda m: m["HTTPRoute/realtime"]["spec"]["rules"][0].update(timeouts={"request": "never"}),
        says="never",
        overlay="prod-gateway",
    ),
]

PODS = [
    Fault(
        rule="images have digests",
        plant=lambda m: m.app("Deployment/web").update(image="registry.example/tablehawk/web:1.2"),
        says="has no digest",
    ),
    Fault(
        rule="images have digests",
        plant=lambda m: m.watcher.update(image="tablehawk/snipers:latest"),
        says="RayCluster/cell-blue (watchers): image",
    ),
    Fault(
        rule="images have digests",
        plant=lambda m: m.app("StatefulSet/postgres").update(image="postgres:18"),
        says="StatefulSet/postgres: image",
        overlay="dev",
    ),
    *(
        Fault(rule="pods are restricted", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.pod("Deployment/web")["securityContext"].pop("runAsNonRoot"), "runAsNonRoot"),
            (lambda m: m.pod("Deployment/web")["securityContext"].pop("runAsUser"), "runAsUser"),
            (lambda m: m.pod("Job/migrate")["securityContext"].pop("seccompProfile"), "Job/migrate: seccompProfile"),
            (lambda m: m.pod("Deployment/web").update(hostNetwork=True), "hostNetwork"),
            (lambda m: m.pod("Deployment/web")["volumes"].append({"name": "x", "hostPath": {"path": "/"}}), "hostPath"),
            (lambda m: m.pod("Deployment/web").pop("automountServiceAccountToken"), "automountServiceAccountToken"),
            (lambda m: m.app("Deployment/web")["securityContext"].pop("readOnlyRootFilesystem"), "can be written"),
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
        ]
    ),
    Fault(
        rule="resources are said",
        plant=lambda m: m.app("Deployment/worker")["resources"]["requests"].pop("cpu"),
        says="requests no CPU",
    ),
    Fault(
        rule="resources are said",
        plant=lambda m: m.app("Deployment/worker")["resources"].pop("limits"),
        says="no memory limit",
    ),
    Fault(
        rule="resources are said",
        plant=lambda m: m.pod("Deployment/web")["volumes"][0].update(emptyDir={}),
        says="no sizeLimit",
    ),
    Fault(
        rule="the quota suffices",
        plant=lambda m: m.workers.update(maxReplicas=60),
        says="requests.cpu is 160",
    ),
    *(
        Fault(rule="probes are right", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.app("Deployment/relay").pop("livenessProbe"), "Deployment/relay: no liveness probe"),
            (lambda m: m.app("Deployment/web").pop("startupProbe"), "no time to boot"),
            (lambda m: m.app("Deployment/realtime").pop("readinessProbe"), "no readiness probe"),
            (
                lambda m: m.app("Deployment/web")["livenessProbe"]["httpGet"].update(path="/readyz"),
                "a database that is away would restart it",
            ),
            (lambda m: m.app("Deployment/web")["livenessProbe"]["httpGet"].update(port="htpp"), "asks a port htpp"),
        ]
    ),
    Fault(
        rule="pods have time to end",
        plant=lambda m: m.pod("Deployment/realtime").pop("terminationGracePeriodSeconds"),
        says="takes up to 82 s to end and is killed after 30",
    ),
    Fault(
        rule="pods have time to end",
        plant=lambda m: m.workers["template"]["spec"].update(terminationGracePeriodSeconds=60),
        says="(watchers): ray-worker takes up to",
    ),
    Fault(
        rule="pods have time to end",
        plant=lambda m: m.app("Deployment/web").update(lifecycle={"preStop": {"exec": {"command": ["sleep", "30"]}}}),
        says="takes up to 55 s",
    ),
    Fault(
        rule="copies are spread",
        plant=lambda m: m.pod("Deployment/web").pop("topologySpreadConstraints"),
        says="not spread over kubernetes.io/hostname",
    ),
    Fault(
        rule="copies are spread",
        plant=lambda m: m.workers["template"]["spec"]["topologySpreadConstraints"][0].update(
            whenUnsatisfiable="ScheduleAnyway"
        ),
        says="two workers may stand on one machine",
    ),
    Fault(
        rule="copies are spread",
        plant=lambda m: m.workers["template"]["spec"]["topologySpreadConstraints"][0].pop("nodeTaintsPolicy"),
        says="tainted nodes count as empty ones",
    ),
    *(
        Fault(rule="full workers are left in time", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.watcher["resources"]["requests"].update(cpu="1"), "80 watchers need 160 s to move"),
            (lambda m: m.workers.update(minReplicas=1), "s to move, preStop waits 90"),
            (lambda m: m.watcher.pop("lifecycle"), "preStop waits 0"),
        ]
    ),
]

NETWORK = [
    Fault(
        rule="everything is denied by default",
        plant=lambda m: m["NetworkPolicy/default-deny"]["spec"].update(policyTypes=["Ingress"]),
        says="no NetworkPolicy denies",
    ),
    Fault(
        rule="policies take pods",
        plant=lambda m: m["NetworkPolicy/stores"]["spec"]["podSelector"]["matchLabels"].update(typo="yes"),
        says="NetworkPolicy/stores: selects no pod",
    ),
    *(
        Fault(rule="Services lead to pods", plant=plant, says=says)
        for plant, says in [
            (lambda m: m["Service/web"]["spec"]["selector"].update(typo="yes"), "Service/web: selects no pod"),
            (lambda m: m["Service/web"]["spec"]["ports"][0].update(targetPort="htpp"), "has no port htpp"),
            (
                lambda m: [m.drop("NetworkPolicy/people"), m.drop("NetworkPolicy/metrics")],
                "no NetworkPolicy lets anybody reach http",
            ),
        ]
    ),
    Fault(
        rule="probes stay inside",
        plant=lambda m: m.app("Deployment/web")["readinessProbe"]["httpGet"].update(port="http"),
        says="Service/web: exposes http, which answers the probes of Deployment/web",
    ),
    Fault(
        rule="Ingresses lead to Services",
        plant=lambda m: m["Ingress/web"]["spec"]["rules"][0].update(host="other.example"),
        says="other.example has no certificate",
    ),
    Fault(
        rule="Ingresses lead to Services",
        plant=lambda m: m.drop("Service/realtime"),
        says="Service/realtime with port http does not exist",
    ),
    Fault(
        rule="Ingresses name no controller",
        plant=lambda m: m["Ingress/web"]["spec"].update(ingressClassName="nginx"),
        says="Ingress/web: names the class nginx",
    ),
    Fault(
        rule="Ingresses name no controller",
        plant=lambda m: m["Ingress/realtime"]["metadata"].update(
            annotations={"nginx.ingress.kubernetes.io/proxy-read-timeout": "3600"}
        ),
        says="proxy-read-timeout is read by one controller only",
    ),
    *(
        Fault(rule="HTTPRoutes lead to Services", plant=plant, says=says, overlay="prod-gateway")
        for plant, says in [
            (lambda m: m.drop("Service/realtime"), "HTTPRoute/realtime: Service/realtime with port 80 does not exist"),
            (lambda m: m.drop("Gateway/web"), "Gateway/web with the listener https does not exist"),
            (
                lambda m: m["HTTPRoute/web"]["spec"].update(hostnames=["other.example"]),
                "the listener https does not serve other.example",
            ),
            (
                lambda m: m["HTTPRoute/realtime"]["spec"]["rules"][0].pop("timeouts"),
                "/socket.io/ has a time limit",
            ),
        ]
    ),
    Fault(
        rule="stores are reached by who needs them",
        plant=lambda m: m["Deployment/relay"]["spec"]["template"]["metadata"]["labels"].pop("tablehawk.io/stores"),
        says="Deployment/relay: has the database's address and no way to it",
    ),
    Fault(
        rule="stores are reached by who needs them",
        plant=lambda m: m["NetworkPolicy/stores"]["spec"].update(egress=[]),
        says="RayCluster/cell-blue (watchers): has the database's address",
    ),
    Fault(
        rule="stores are reached by who needs them",
        plant=lambda m: m["NetworkPolicy/dns"]["spec"]["egress"][0]["ports"].append({"port": 5432}),
        says="may reach the database and has no use for it",
    ),
    Fault(
        rule="watchers reach the platforms",
        plant=lambda m: m.workers["template"]["metadata"]["labels"].pop("tablehawk.io/internet"),
        says="no way out to the platforms",
    ),
    Fault(
        rule="monitors find ports",
        plant=lambda m: m.app("Deployment/controller-blue")["ports"][0].update(name="figures"),
        says="PodMonitor/controller: no pod has the port metrics",
    ),
    Fault(
        rule="monitors find ports",
        plant=lambda m: m.drop("NetworkPolicy/metrics"),
        says="Prometheus is not let in",
    ),
    Fault(
        rule="cells are rooms",
        plant=lambda m: m["ConfigMap/cell-blue"]["data"].update(RAY_HEAD="cell-bleu-head-svc:6379"),
        says="is no RayCluster's head",
    ),
    Fault(
        rule="cells are rooms",
        plant=lambda m: m.workers["template"]["metadata"]["labels"].pop("tablehawk.io/cell"),
        says="pods do not say their cell",
    ),
]

DEPLOYING = [
    Fault(
        rule="overlays can be applied again",
        plant=lambda m: m.workers.pop("scaleStrategy"),
        says="so KubeRay changes the list",
    ),
    Fault(
        rule="overlays can be applied again",
        plant=lambda m: m["RayCluster/cell-blue"]["metadata"]["labels"].pop("app.kubernetes.io/component"),
        says="RayCluster/cell-blue: the label",
    ),
    Fault(
        rule="overlays can be applied again",
        plant=lambda m: m["Deployment/web"]["metadata"]["labels"].update({"app.kubernetes.io/component": "ray"}),
        says="Deployment/web: the label",
    ),
    Fault(
        rule="the redis-cleanup Job reaches Redis",
        plant=lambda m: m["NetworkPolicy/gcs-redis"]["spec"]["podSelector"].update(
            matchLabels={"ray.io/node-type": "head"}, matchExpressions=[]
        ),
        says="so deleting the RayCluster hangs",
    ),
    Fault(
        rule="Stripe's webhook is let in",
        plant=lambda m: m.app("Deployment/web")["env"].append({"name": "ALLOWED_HOSTS", "value": "127.0.0.1"}),
        says="ALLOWED_HOSTS lacks web",
        overlay="dev",
    ),
    Fault(
        rule="Stripe's webhook is let in",
        plant=lambda m: m.app("Deployment/simulator")["env"].append(
            {"name": "SIM_STRIPE_WEBHOOK_URL", "value": "http://wbe/"}
        ),
        says="go to wbe, which is no Service",
        overlay="dev",
    ),
]

OPERATING = [
    Fault(
        rule="watchers' log lines reach kubectl logs",
        plant=lambda m: m["ConfigMap/sniper-env"]["data"].pop("RAY_LOG_TO_STDERR"),
        says="RayCluster/cell-blue (watchers): RAY_LOG_TO_STDERR is not 1",
    ),
    *(
        Fault(rule="the toolbox has the runbooks' programs", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.drop("Deployment/toolbox"), "db runs psql, which Deployment/toolbox has not in app"),
            (
                lambda m: [one.update(image="busybox") for one in m.pod("Deployment/toolbox")["containers"]],
                "channels runs valkey-cli, which Deployment/toolbox has not in redis",
            ),
            (
                lambda m: m.cell["gcsFaultToleranceOptions"].update(redisAddress="redis://other:6379"),
                "GCS_REDIS_ADDRESS is not redis://other:6379",
            ),
        ]
    ),
    *(
        Fault(rule="mail is configured", plant=plant, says=says)
        for plant, says in [
            (lambda m: m["ConfigMap/web-env"]["data"].pop("EMAIL_HOST"), "EMAIL_HOST is not set"),
            (
                lambda m: m["ConfigMap/web-env"]["data"].update(DEFAULT_FROM_EMAIL="x <no-reply@tablehawk.test>"),
                "DEFAULT_FROM_EMAIL is no address at tablehawk.example",
            ),
        ]
    ),
    *(
        Fault(rule="PostgreSQL's connections are declared", plant=plant, says=says, overlay=overlay)
        for plant, says, overlay in [
            (lambda m: m["Namespace/tablehawk"]["metadata"].pop("annotations"), "postgres-connections is 0", "prod"),
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"].update(maxReplicas=40),
                "everything at its largest opens",
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

REFERENCES = [
    Fault(
        rule="no secret is in the open",
        plant=lambda m: m.add("v1", "Secret", stringData={"x": "y"}),
        says="Secret/planted",
    ),
    Fault(
        rule="no secret is in the open",
        plant=lambda m: m["ConfigMap/web-env"]["data"].update(STRIPE_SECRET_KEY="sk_live"),
        says="STRIPE_SECRET_KEY belongs into a Secret",
    ),
    Fault(
        rule="no secret is in the open",
        plant=lambda m: m.app("Deployment/web")["env"].append({"name": "METRICS_TOKEN", "value": "t"}),
        says="METRICS_TOKEN of app",
    ),
    *(
        Fault(rule="what is named exists", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.drop("ExternalSecret/sniper-secrets"), "Secret/sniper-secrets does not exist"),
            (lambda m: m.drop("ExternalSecret/gcs-redis"), "Secret/gcs-redis with the key password"),
            (lambda m: m.drop("ConfigMap/web-env"), "does not exist"),
            (lambda m: m["ConfigMap/cell-blue"]["data"].pop("CELL"), "has no key CELL"),
            (lambda m: m.drop("ServiceAccount/loops"), "ServiceAccount/loops does not exist"),
            (lambda m: m.cell["authOptions"].update(secretName="tokens"), "Secret/tokens with the key auth_token"),
        ]
    ),
    *(
        Fault(rule="programs exist", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.app("Deployment/relay")["command"].__setitem__(2, "relay"), "runs platform/manage.py relay"),
            (lambda m: m.app("Deployment/web")["command"].__setitem__(2, "config.server"), "runs -m config.server"),
            (
                lambda m: m.watcher["lifecycle"]["preStop"]["exec"]["command"].__setitem__(2, "ops"),
                "ray-worker runs -m ops",
            ),
        ]
    ),
    Fault(
        rule="variables expand",
        plant=lambda m: m.app("Deployment/web")["env"].reverse(),
        says="ALLOWED_HOSTS of app names $(PUBLIC_HOST) too early",
    ),
    Fault(
        rule="variables expand",
        plant=lambda m: m.pod("Deployment/controller-blue")["initContainers"][0]["env"].pop(0),
        says="the command of raylet names $(RAY_HEAD)",
    ),
    *(
        Fault(rule="autoscalers have targets", plant=plant, says=says)
        for plant, says in [
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"]["scaleTargetRef"].update(name="wbe"),
                "Deployment/wbe does not exist",
            ),
            (
                lambda m: m["HorizontalPodAutoscaler/web"]["spec"]["scaleTargetRef"].update(kind="RayCluster"),
                "has no scale",
            ),
            (lambda m: m["Deployment/web"]["spec"].update(replicas=3), "its autoscaler owns them"),
            (lambda m: m["HorizontalPodAutoscaler/web"]["spec"].update(minReplicas=40), "minReplicas is over"),
        ]
    ),
    *(
        Fault(rule="disruptions are budgeted", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.drop("PodDisruptionBudget/web"), "Deployment/web: has 0 disruption budgets"),
            (
                lambda m: m["PodDisruptionBudget/web"]["spec"].update(selector={}),
                "Deployment/realtime: has 2 disruption budgets",
            ),
            (lambda m: m["PodDisruptionBudget/web"]["spec"].update(maxUnavailable=0), "never lets a pod"),
            (lambda m: m["PodDisruptionBudget/workers-blue"]["spec"].update(minAvailable="75%"), "is one number at"),
            (lambda m: m["PodDisruptionBudget/workers-blue"]["spec"].update(minAvailable=3), "is one number at any"),
            (lambda m: m["PodDisruptionBudget/head-blue"]["spec"].update(minAvailable="50%"), "be a whole number"),
            (lambda m: m.drop("Deployment/disruptions-blue"), "no process that may write its number runs"),
            (lambda m: m["Role/disruptions-blue"]["rules"][1].update(resourceNames=["workers"]), "no process that may"),
            (lambda m: m["PodDisruptionBudget/head-blue"]["metadata"].pop("annotations"), "(head) go"),
        ]
    ),
]

BACKUPS = [
    *(
        Fault(rule="copies of the database are made", plant=plant, says=says)
        for plant, says in [
            (lambda m: m.drop("CronJob/backup"), "CronJob/backup does not exist"),
            (lambda m: m["CronJob/backup"]["spec"].update(suspend=True), "is suspended"),
            (lambda m: m["CronJob/backup"]["spec"].update(concurrencyPolicy="Allow"), "two turns may run at once"),
            (lambda m: m["CronJob/backup"]["spec"].update(schedule="@daily"), "is not 'minute */hours"),
            (lambda m: m["CronJob/restore"]["spec"].update(suspend=False), "would run on its own"),
            (lambda m: m.drop("PersistentVolumeClaim/backups"), "PersistentVolumeClaim/backups does not exist"),
            (
                lambda m: m.turn("CronJob/backup")["volumes"].__setitem__(
                    0, {"name": "copies", "emptyDir": {"sizeLimit": "1Gi"}}
                ),
                "CronJob/backup: copies in /copies go with the pod",
            ),
            (lambda m: m["ConfigMap/backup-scripts"]["data"].pop("restore.sh"), "restore.sh is in no ConfigMap"),
        ]
    ),
    Fault(
        rule="somebody is told when copies are old",
        plant=lambda m: m["CronJob/backup"]["spec"].update(schedule="23 */12 * * *"),
        says="runs every 12 h",
    ),
    Fault(
        rule="stores are reached by who needs them",
        plant=lambda m: m["CronJob/backup"]["spec"]["jobTemplate"]["spec"]["template"]["metadata"]["labels"].pop(
            "tablehawk.io/stores"
        ),
        says="CronJob/backup: has the database's address and no way to it",
    ),
]

FAULTS = [*SCHEMAS, *PODS, *NETWORK, *DEPLOYING, *OPERATING, *REFERENCES, *BACKUPS]
