"""The Helm chart: made from the rendered overlays, rendered by helm and compared with them.

No file of the chart is committed. `build` makes its files from the overlays and k8s/chart/values.yaml, `helm` renders
and checks them, `package` makes the files of a release.
"""
