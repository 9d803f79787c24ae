import { X } from 'lucide-react';

/** A chosen thing that can be taken back. A long name is cut with dots; its title has it whole. */
export function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="chip">
      <span title={name}>{name}</span>
      <button type="button" className="x" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
