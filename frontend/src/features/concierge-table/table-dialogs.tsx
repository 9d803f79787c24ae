import type { Group } from '@/api/reservation-types';
import { Button } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/overlays/dialog';
import type { BulkReport } from './bulk-actions';
import { TABLE } from './messages';
import { rowName } from './row-text';

/** Confirms a deletion, which cannot be undone. */
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
    <ConfirmDialog
      title={TABLE.deleteMany(count)}
      description={TABLE.deleteText}
      keep={TABLE.keep(count)}
      confirm={TABLE.deleteCount(count)}
      onClose={onClose}
      onConfirm={onDelete}
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
      onClose={onClose}
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
