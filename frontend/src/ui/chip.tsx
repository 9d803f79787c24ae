import { X } from 'lucide-react';
import { UI } from './messages';

/** A selected item that can be removed. A long name is truncated; its title has all of it. */
export function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="chip">
      <span title={name}>{name}</span>
      <button type="button" className="chip-remove" aria-label={UI.remove(name)} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
