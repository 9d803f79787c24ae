/**
 * `labels` of a form control for tests. jsdom compares each node of the document with each control that is asked, and
 * queries by role, name and label ask all of them.
 */

const CONTROLS = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'] as const;

/** Replace `labels` by a getter that looks at the labels only. */
export function simplifyLabels(): void {
  for (const name of CONTROLS) {
    const { prototype } = window[`HTML${name}Element`];
    const original = Object.getOwnPropertyDescriptor(prototype, 'labels');
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        const isHidden = this.getAttribute('type')?.toLowerCase() === 'hidden';
        // Outside the document ids are looked up elsewhere.
        if (isHidden || !document.contains(this)) return original?.get?.call(this) as unknown;
        return labelsOf(this);
      },
    });
  }
}

function labelsOf(control: HTMLElement): HTMLLabelElement[] {
  const { id } = control;
  // Of several elements with one id, the first one has the label.
  const hasOwnId = id !== '' && document.getElementById(id) === control;
  return [...document.getElementsByTagName('label')].filter((label) =>
    label.hasAttribute('for')
      ? hasOwnId && label.htmlFor === id
      : label.contains(control) && label.control === control,
  );
}
