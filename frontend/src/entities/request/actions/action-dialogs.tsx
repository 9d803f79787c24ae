import { useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { platformName } from '@/entities/platform/platforms';
import { formatDay } from '@/lib/format';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { cancellationText, tableText, type BookedTable } from '../tables/booked-tables';

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
      title={messages.deleteTitle}
      description={group !== null && messages.deleteRequest(groupTitle(group))}
      footer={
        <>
          <Button onClick={onClose}>{messages.keepRequest}</Button>
          <Button
            variant="ink"
            onClick={() => {
              if (group !== null) onDelete(group);
            }}
          >
            {messages.delete}
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
  const { venue_name, date, booked, zone } = table;
  const [now] = useState(Date.now);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={messages.cancelTableTitle}
      description={messages.cancelTable({
        table: `${venue_name}, ${formatDay(date)}, ${tableText(table)}`,
        platform: platformName(booked.platform),
        account: booked.account_name,
        terms: cancellationText(booked, { zone, now }),
      })}
      footer={
        <>
          <Button onClick={onClose}>{messages.keepTable}</Button>
          <Button variant="ink" onClick={onCancel}>
            {messages.cancelTableAction}
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
      title={messages.noRoomTitle}
      description={message}
      footer={
        <Button variant="ink" onClick={onClose}>
          {messages.gotIt}
        </Button>
      }
    />
  );
}
