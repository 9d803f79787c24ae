/**
 * The bar above the rows, always of one height: the number of rows, or the selection and its actions. It is sticky.
 * On small screens a selection's bar replaces the tab bar, and the number of rows stays above the rows.
 */
import { Download, Pause, Play, Trash2, X } from 'lucide-react';
import { measureBottomBar } from '@/ui/bottom-bar';
import { Button, IconButton } from '@/ui/button';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { TABLE } from './messages';
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

export function TableBar(props: Props) {
  const { selected, progress, onExport } = props;
  const hasSelection = selected > 0 || progress !== null;
  return (
    <>
      {hasSelection && (
        <p className="request-table-count" aria-hidden="true">
          {TABLE.requests(props.shown)}
        </p>
      )}
      <div
        ref={hasSelection ? measureBottomBar : null}
        className="request-table-bar"
        data-on={hasSelection || undefined}
        {...(hasSelection
          ? { role: 'toolbar', 'aria-label': TABLE.selection, 'data-bottom-bar': '' }
          : {})}
      >
        <b role="status">{statusText(props)}</b>
        <span className="spacer" />
        {hasSelection ? <SelectionActions {...props} /> : <PendingChanges {...props} />}
        {(hasSelection || props.shown > 0) && (
          <Button size="sm" className="request-table-csv" onClick={onExport}>
            <Download aria-hidden="true" />
            {TABLE.csv}
          </Button>
        )}
        {hasSelection && (
          <IconButton label={TABLE.clearSelection} onClick={props.onClear}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </>
  );
}

function statusText({ progress, selected, shown, loading }: Props): string {
  if (progress !== null) {
    return TABLE.running(progress.action, progress.answered, progress.of);
  }
  if (selected > 0) return TABLE.selected(selected);
  if (loading !== null) return TABLE.loaded(shown, loading.loaded, loading.of);
  return TABLE.requests(shown);
}

function SelectionActions({ progress, onAct }: Pick<Props, 'progress' | 'onAct'>) {
  const button = (action: GroupAction, Icon: typeof Pause) => (
    <Button
      size="sm"
      pending={progress !== null}
      onClick={() => {
        onAct(action);
      }}
    >
      <Icon aria-hidden="true" />
      {TABLE[action]}
    </Button>
  );
  return (
    <>
      {button('pause', Pause)}
      {button('unpause', Play)}
      {button('delete', Trash2)}
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
  return (
    <Button size="sm" variant="ink" onClick={onRearrange}>
      {TABLE.update(newCount, movedCount)}
    </Button>
  );
}
