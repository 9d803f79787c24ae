"""The odds of requests: what they are computed from, stating them, recording and scoring them (docs/decisions/0579)."""
