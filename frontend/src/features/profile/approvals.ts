/**
 * The sections about approvals, loaded together: they share their code with the page of a standing approval, and one
 * set of users makes one file of it, whose name the entry has anyway.
 */
export { StandingApprovals } from './mandates/standing-approvals';
export { Passkeys } from './passkeys/passkeys';
