import type { ErrorField } from '@/features/request-form/wizard-schema';

/** Focus the first control of a section. */
export function focusSection(field: ErrorField): void {
  document
    .querySelector(`[data-field="${field}"]`)
    ?.querySelector<HTMLElement>('button:not(:disabled), a[href], input, select')
    ?.focus();
}
