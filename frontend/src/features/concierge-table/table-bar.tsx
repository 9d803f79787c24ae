/**
 * The bar above the rows, always of one height: the number of rows, or the selection and its actions. It is sticky.
 * On small screens a selection's bar replaces the tab bar, and the number of rows stays above the rows.
 */
import { Download, Pause, Play, Trash2, X } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { Button, IconButton } from '@/ui/button';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { requests } from './bulk-actions';
import type { BulkProgress } from './use-bulk-actions';

type Props = {
  shown: number;
  /** How many of all requests have loaded; null when all have. */
  loading: { loaded: number; of: number } | null;
  selected: number;
  newCount: number;
  movedCount: number;
  progress: BulkProgress | null;
  onAct: (action: GroupAction) => void;
  onExport: () => void;
  onClear: () => void;
  onRearrange: () => void;
};

const ACTION_RUNNING: Record<GroupAction, string> = {
  pause: 'Pausing',
  unpause: 'Unpausing',
  delete: 'Deleting',
};

export function TableBar(props: Props) {
  const { selected, progress, onExport } = props;
  const hasSelection = selected > 0 || progress !== null;
  return (
    <>
      {hasSelection && (
        <p className="request-table-count" aria-hidden="true">
          {requests(props.shown)}
        </p>
      )}
      <div
        className="request-table-bar"
        data-on={hasSelection || undefined}
        {...(hasSelection
          ? { role: 'toolbar', 'aria-label': 'Selected requests', 'data-bottom-bar': '' }
          : {})}
      >
        <b role="status">{statusText(props)}</b>
        <span className="spacer" />
        {hasSelection ? <SelectionActions {...props} /> : <PendingChanges {...props} />}
        {(hasSelection || props.shown > 0) && (
          <Button size="sm" className="request-table-csv" onClick={onExport}>
            <Download aria-hidden="true" />
            CSV
          </Button>
        )}
        {hasSelection && (
          <IconButton label="Clear selection" onClick={props.onClear}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </>
  );
}

function statusText({ progress, selected, shown, loading }: Props): string {
  if (progress !== null) {
    return `${ACTION_RUNNING[progress.action]}… ${progress.answered} of ${progress.of}`;
  }
  if (selected > 0) return `${formatCount(selected)} selected`;
  if (loading !== null) {
    const [loaded, of] = [loading.loaded, loading.of].map(formatCount);
    return `${requests(shown)} · ${loaded} of ${of} loaded…`;
  }
  return requests(shown);
}

function SelectionActions({ progress, onAct }: Pick<Props, 'progress' | 'onAct'>) {
  const button = (action: GroupAction, Icon: typeof Pause, name: string) => (
    <Button
      size="sm"
      pending={progress !== null}
      onClick={() => {
        onAct(action);
      }}
    >
      <Icon aria-hidden="true" />
      {name}
    </Button>
  );
  return (
    <>
      {button('pause', Pause, 'Pause')}
      {button('unpause', Play, 'Unpause')}
      {button('delete', Trash2, 'Delete')}
    </>
  );
}

/** Changes since the rows were arranged, applied by a click. */
function PendingChanges({
  newCount,
  movedCount,
  onRearrange,
}: Pick<Props, 'newCount' | 'movedCount' | 'onRearrange'>) {
  if (newCount === 0 && movedCount === 0) return null;
  const parts = [
    newCount > 0 && `${newCount} new`,
    movedCount > 0 && `${movedCount} moved on`,
  ].filter(Boolean);
  return (
    <Button size="sm" variant="ink" onClick={onRearrange}>
      {parts.join(', ')} · Update
    </Button>
  );
}
