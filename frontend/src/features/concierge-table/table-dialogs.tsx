import type { Group } from '@/api/reservation-types';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { requests, type BulkReport } from './bulk-actions';
import { rowName } from './row-text';

/** Confirms a deletion, which cannot be undone; the safe button has the focus. */
export function DeleteManyDialog({
  count,
  onClose,
  onDelete,
}: {
  count: number;
  onClose: () => void;
  onDelete: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${requests(count)}?`}
      description="We stop watching and they end as canceled. Tables that are booked already stay yours."
      footer={
        <>
          <Button onClick={onClose}>Keep {count === 1 ? 'it' : 'them'}</Button>
          <Button variant="ink" onClick={onDelete}>
            Delete {formatCount(count)}
          </Button>
        </>
      }
    />
  );
}

const MOST_NAMED = 5;

/** The failures of a bulk action by reason; the title says what succeeded. */
export function ReportDialog({
  report,
  groups,
  onClose,
}: {
  report: BulkReport;
  groups: ReadonlyMap<number, Group>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={report.title}
      description="The others stay selected."
      footer={
        <Button variant="ink" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <ul className="request-table-report">
        {report.failures.map(({ reason, ids }) => (
          <li key={reason}>
            <b>{reason}</b>
            <ul>
              {ids.slice(0, MOST_NAMED).map((id) => (
                <li key={id}>{nameOf(groups.get(id), id)}</li>
              ))}
              {ids.length > MOST_NAMED && <li>and {ids.length - MOST_NAMED} more</li>}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function nameOf(group: Group | undefined, id: number): string {
  return group === undefined ? `No. ${id}` : `No. ${group.number} · ${rowName(group)}`;
}
