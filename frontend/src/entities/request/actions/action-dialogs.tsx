import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { formatDay } from '@/lib/format';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import type { BookedTable } from '../ticket-text';
import { slotText } from '../timeline-text';

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

/** Confirms the cancellation of a booked table; the safe button has the focus. */
export function CancelTableDialog({
  table,
  onClose,
  onCancel,
}: {
  table: BookedTable;
  onClose: () => void;
  onCancel: () => void;
}) {
  const { venue_name, date, booked } = table;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={messages.cancelTableTitle}
      description={messages.cancelTable({
        table: `${venue_name}, ${formatDay(date)}, ${slotText(booked)}`,
        platform: PLATFORM_NAMES[booked.platform],
        account: booked.account_name,
      })}
      footer={
        <>
          <Button onClick={onClose}>Keep the table</Button>
          <Button variant="ink" onClick={onCancel}>
            Cancel table
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
