/**
 * Keeps what the reader looks at in its place on the screen when a ticket moves to another section, and the focus in a
 * ticket that moves. A class, because only `getSnapshotBeforeUpdate` sees the page before the change.
 */
import { Component, createRef, type ReactNode } from 'react';

type Props = {
  /** The groups that have moved so far. */
  moved: readonly number[];
  children: ReactNode;
};

/** A ticket at its height on the screen, and the text of its focused control. */
type View = { groupId: string; top: number; focused: string | null };

/** The sticky header covers this much of the screen. */
const HEADER_PX = 64;

export class KeepView extends Component<Props> {
  private readonly root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(before: Props): View | null {
    const { moved } = this.props;
    if (this.root.current === null || moved.length <= before.moved.length) return null;
    return viewOf(this.root.current, new Set(moved.slice(before.moved.length).map(String)));
  }

  override componentDidUpdate(_before: Props, _state: unknown, view: View | null) {
    if (this.root.current !== null && view !== null) restore(this.root.current, view);
  }

  override render() {
    return <div ref={this.root}>{this.props.children}</div>;
  }
}

/** The focused ticket, else the topmost that stays, else the topmost. */
function viewOf(root: HTMLElement, moved: ReadonlySet<string>): View | null {
  const tickets = [...root.querySelectorAll<HTMLElement>('[data-group-id]')];
  const { activeElement } = document;
  const focused = tickets.find((ticket) => ticket.contains(activeElement));
  const seen = tickets.filter((ticket) => {
    const { top, bottom } = ticket.getBoundingClientRect();
    return bottom > HEADER_PX && top < window.innerHeight;
  });
  const kept =
    focused ?? seen.find(({ dataset }) => !moved.has(dataset.groupId ?? '')) ?? seen[0] ?? null;
  if (kept === null) return null;
  return {
    groupId: kept.dataset.groupId ?? '',
    top: kept.getBoundingClientRect().top,
    focused: focused === undefined ? null : (activeElement?.textContent ?? ''),
  };
}

function restore(root: HTMLElement, { groupId, top, focused }: View): void {
  const ticket = root.querySelector<HTMLElement>(`[data-group-id="${groupId}"]`);
  if (ticket === null) return;
  // A moved ticket is a new element; its title link takes the focus if the control is gone.
  if (focused !== null && !ticket.contains(document.activeElement)) {
    const controls = [...ticket.querySelectorAll<HTMLElement>('a[href], button')];
    const same = controls.find(({ textContent }) => textContent === focused);
    (same ?? controls[0])?.focus({ preventScroll: true });
  }
  window.scrollBy({ top: ticket.getBoundingClientRect().top - top, behavior: 'instant' });
}
