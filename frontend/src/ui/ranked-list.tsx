/**
 * A list in the user's order, the best first. An item is moved by its handle with the pointer, or by two buttons with
 * the keyboard; each move is announced.
 */
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { IconButton } from './button';
import './ranked-list.css';

export type RankedItem = { key: string | number; name: string; content: ReactNode };

type Props = {
  label: string;
  items: readonly RankedItem[];
  onMove: (from: number, to: number) => void;
};

export const RANKED_LIST = {
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}.`,
} as const;

export function RankedList({ label, items, onMove }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onMove(from, to);
    setSaid(RANKED_LIST.moved(item.name, to + 1, items.length));
  };
  const drag = (event: PointerEvent) => {
    if (dragged === null || list.current === null) return;
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const from = items.findIndex(({ key }) => key === dragged);
    const to = placeAt(rows, event.clientY, from);
    if (to !== from) move(from, to);
  };
  const drop = () => {
    setDragged(null);
  };
  return (
    <>
      <ol className="ranked-list" ref={list} aria-label={label}>
        {items.map(({ key, name, content }, index) => (
          <li key={key} className="ranked-row" data-dragged={key === dragged || undefined}>
            <span
              className="ranked-handle"
              aria-hidden="true"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(key);
              }}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
            >
              <GripVertical />
            </span>
            <span className="ranked-place" aria-hidden="true">
              {index + 1}
            </span>
            <div className="ranked-content">{content}</div>
            <span className="ranked-moves">
              <IconButton
                label={RANKED_LIST.up(name)}
                aria-disabled={index === 0}
                onClick={() => {
                  move(index, index - 1);
                }}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                label={RANKED_LIST.down(name)}
                aria-disabled={index === items.length - 1}
                onClick={() => {
                  move(index, index + 1);
                }}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** The place for the dragged row: it passes a neighbor when the pointer passes the neighbor's middle. */
export function placeAt(
  rows: readonly Pick<DOMRect, 'top' | 'height'>[],
  y: number,
  from: number,
): number {
  const middle = (index: number) => {
    const row = rows[index];
    return row === undefined ? 0 : row.top + row.height / 2;
  };
  let to = from;
  while (to > 0 && y < middle(to - 1)) to -= 1;
  while (to < rows.length - 1 && y > middle(to + 1)) to += 1;
  return to;
}
