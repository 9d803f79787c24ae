import { useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/overlays/dialog';
import { platformName } from '@/entities/platform/platforms';
import { formatDay } from '@/lib/format';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import { cancellationText, tableText, type BookedTable } from '../tables/booked-tables';

/** Confirms a deletion, which cannot be undone. */
export function DeleteDialog({
  group,
  onClose,
  onDelete,
}: {
  group: Group;
  onClose: () => void;
  onDelete: () => void;
}) {
  return (
    <ConfirmDialog
      title={messages.deleteTitle}
      description={messages.deleteRequest(groupTitle(group))}
      keep={messages.keepRequest}
      confirm={messages.delete}
      onClose={onClose}
      onConfirm={onDelete}
    />
  );
}

/** Confirms the cancellation of a booked table. */
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
    <ConfirmDialog
      title={messages.cancelTableTitle}
      description={messages.cancelTable({
        table: `${venue_name}, ${formatDay(date)}, ${tableText(table)}`,
        platform: platformName(booked.platform),
        account: booked.account_name,
        terms: cancellationText(booked, { zone, now }),
      })}
      keep={messages.keepTable}
      confirm={messages.cancelTableAction}
      onClose={onClose}
      onConfirm={onCancel}
    />
  );
}

/** Explains why a group cannot be unpaused. */
export function OverLimitDialog({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
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
