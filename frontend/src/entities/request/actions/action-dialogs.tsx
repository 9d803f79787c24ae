import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { groupTitle } from '../group-title';

/** Confirms a deletion, which cannot be undone; the safe button has the focus. */
export function DeleteDialog({
  group,
  onClose,
  onDelete,
}: {
  group: Group | null;
  onClose: () => void;
  onDelete: (group: Group) => void;
}) {
  return (
    <Dialog
      open={group !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete this request?"
      description={
        group !== null &&
        `We stop watching ${groupTitle(group)} and the request ends as canceled. A table that is booked already stays yours.`
      }
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="ink"
            onClick={() => {
              if (group !== null) onDelete(group);
            }}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}

/** Explains why a group cannot be unpaused. */
export function OverLimitDialog({
  message,
  onClose,
}: {
  message: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="No room for this request"
      description={message}
      footer={
        <Button variant="ink" onClick={onClose}>
          Got it
        </Button>
      }
    />
  );
}
