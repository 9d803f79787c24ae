/**
 * The terms and the privacy policy, for their pages and for the dialogs of sign-up. They describe what the service
 * does: a change of one needs a change of the other. `{operator}` and `{contact}` are the deployment's (lib/operator.ts).
 */
import { readOperator } from '@/lib/operator';
import type { Legal, LegalText } from './legal-text';
import { PRIVACY } from './privacy';
import { TERMS } from './terms';

/** The day on which both came into force. */
export const IN_FORCE = '2026-11-25';

export const LEGAL: Record<LegalText, Legal> = { terms: TERMS, privacy: PRIVACY };

/** The sentence below the title, with the operator's name. */
export function leadOf(text: LegalText): string {
  return LEGAL[text].lead.replaceAll('{operator}', readOperator().name);
}

export const LEGAL_PAGE = {
  label: 'Legal',
  logIn: 'Log in',
  back: 'Back to Tablehawk',
  developers: 'Developers',
  inForce: (day: string) => `In force since ${day}`,
} as const;
