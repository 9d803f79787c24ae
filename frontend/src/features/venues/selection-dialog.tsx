import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { selection, useSelection } from '@/entities/venue/selection';
import { IconButton } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Cover } from '@/entities/venue/cover';
import { UI } from '@/ui/messages';
import { ACTIONS } from './messages';

type Props = { onClose: () => void; footer: ReactNode };

/** All selected restaurants, each with a button to remove it. Open while it is mounted. */
export function SelectionDialog({ onClose, footer }: Props) {
  return (
    <Dialog onClose={onClose} title={ACTIONS.selection} footer={footer}>
      <ul className="selection-list">
        {useSelection().map((venue) => (
          <li key={venue.id}>
            <Cover venue={venue} />
            <span>
              <b>{venue.venue_name}</b>
              <small>{venue.neighborhood}</small>
            </span>
            <IconButton
              label={UI.remove(venue.venue_name)}
              onClick={() => {
                selection.remove(venue.id);
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
