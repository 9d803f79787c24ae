import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { BulkReport } from './bulk-actions';
import { TABLE } from './messages';
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
      title={TABLE.deleteMany(count)}
      description={TABLE.deleteText}
      footer={
        <>
          <Button onClick={onClose}>{TABLE.keep(count)}</Button>
          <Button variant="ink" onClick={onDelete}>
            {TABLE.deleteCount(count)}
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
      description={TABLE.reportText}
      footer={
        <Button variant="ink" onClick={onClose}>
          {TABLE.close}
        </Button>
      }
    >
      <ul className="request-table-report">
        {report.failures.map(({ reason, ids }) => (
          <li key={reason}>
            <b>{reason}</b>
            <ul>
              {ids.slice(0, MOST_NAMED).map((id) => (
                <li key={id}>{nameOf(groups.get(id))}</li>
              ))}
              {ids.length > MOST_NAMED && <li>{TABLE.moreFailures(ids.length - MOST_NAMED)}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function nameOf(group: Group | undefined): string {
  return group === undefined ? TABLE.gone : rowName(group);
}
