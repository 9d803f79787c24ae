import type { ErrorField } from '@/features/request-form/wizard-schema';

const CHOSEN_DAY = '[role="grid"] [aria-selected="true"] button:not(:disabled)';
const ANY = 'button:not(:disabled), a[href], input, select';

/** Focus the chosen day of a section, else its first control, and scroll the error below it into view. */
export function focusSection(field: ErrorField): void {
  const section = document.querySelector(`[data-field="${field}"]`);
  const control =
    section?.querySelector<HTMLElement>(CHOSEN_DAY) ?? section?.querySelector<HTMLElement>(ANY);
  control?.focus();
  section?.nextElementSibling?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
