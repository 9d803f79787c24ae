/**
 * The buttons of one question as a single Tab stop, as in a toolbar: the arrow keys, Home and End move among them. Tab
 * comes to the chosen one, else to the first.
 */
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

type Props = Omit<ComponentProps<'div'>, 'ref' | 'role' | 'onKeyDown' | 'onFocus' | 'onBlur'>;

export function ChoiceGroup(props: Props) {
  const group = useRef<HTMLDivElement>(null);
  const update = () => {
    if (group.current !== null) setTabStop(group.current);
  };
  // After each render: a choice may be new, or another one chosen.
  useLayoutEffect(update);
  return (
    <div
      {...props}
      ref={group}
      role="toolbar"
      onFocus={update}
      onBlur={() => {
        // After the event, when the focus has arrived.
        queueMicrotask(update);
      }}
      onKeyDown={moveFocus}
    />
  );
}

/** The buttons themselves, not those of a popover, whose events React passes on. */
function buttonsOf(group: HTMLElement): HTMLButtonElement[] {
  return [...group.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}

function setTabStop(group: HTMLElement): void {
  const buttons = buttonsOf(group);
  const stop =
    buttons.find((button) => button === document.activeElement) ??
    buttons.find((button) => button.getAttribute('aria-pressed') === 'true') ??
    buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = buttonsOf(event.currentTarget);
  const at = buttons.findIndex((button) => button === event.target);
  if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = nextIndex(event.key, at, buttons.length);
  if (next === null) return;
  event.preventDefault();
  buttons[next]?.focus();
}

function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
