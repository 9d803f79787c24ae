# In place of docker.io/library/python where no registry answers: Debian's packages (k8s/policy/bases.py makes base.tar).
FROM scratch
ADD base.tar /
CMD ["python3"]
