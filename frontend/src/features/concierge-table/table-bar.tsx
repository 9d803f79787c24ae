/**
 * Above the rows, always of one height: what is shown, or what is selected and can be done with it. It stays in sight
 * while the rows scroll; on small screens, while something is selected, it takes the tab bar's place, and the number of
 * requests keeps the place above the rows.
 */
import { Download, Pause, Play, Trash2, X } from 'lucide-react';
import { Button, IconButton } from '@/ui/button';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { requests } from './bulk-actions';
import type { BulkProgress } from './use-bulk-actions';

type Props = {
  shown: number;
  /** How many of all there are have come; null when all have. */
  loading: { loaded: number; of: number } | null;
  selected: number;
  fresh: number;
  gone: number;
  progress: BulkProgress | null;
  onAct: (action: GroupAction) => void;
  onExport: () => void;
  onClear: () => void;
  onRenew: () => void;
};

const DOING: Record<GroupAction, string> = {
  pause: 'Pausing',
  unpause: 'Unpausing',
  delete: 'Deleting',
};

export function DeskBar(props: Props) {
  const { selected, progress, onExport } = props;
  const isOn = selected > 0 || progress !== null;
  return (
    <>
      {isOn && (
        <p className="desk-still" aria-hidden="true">
          {requests(props.shown)}
        </p>
      )}
      <div
        className="desk-bar"
        data-on={isOn || undefined}
        {...(isOn
          ? { role: 'toolbar', 'aria-label': 'Selected requests', 'data-bottom-bar': '' }
          : {})}
      >
        <b role="status">{statusText(props)}</b>
        <span className="sp" />
        {isOn ? <Selected {...props} /> : <Quiet {...props} />}
        {(isOn || props.shown > 0) && (
          <Button size="sm" className="desk-csv" onClick={onExport}>
            <Download aria-hidden="true" />
            CSV
          </Button>
        )}
        {isOn && (
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
    return `${DOING[progress.action]}… ${progress.answered} of ${progress.of}`;
  }
  if (selected > 0) return `${selected.toLocaleString('en-US')} selected`;
  if (loading !== null) {
    const [loaded, of] = [loading.loaded, loading.of].map((count) => count.toLocaleString('en-US'));
    return `${requests(shown)} · ${loaded} of ${of} loaded…`;
  }
  return requests(shown);
}

function Selected({ progress, onAct }: Pick<Props, 'progress' | 'onAct'>) {
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

/** What has changed since the rows were arranged waits here for a press. */
function Quiet({ fresh, gone, onRenew }: Pick<Props, 'fresh' | 'gone' | 'onRenew'>) {
  if (fresh === 0 && gone === 0) return null;
  const parts = [fresh > 0 && `${fresh} new`, gone > 0 && `${gone} moved on`].filter(Boolean);
  return (
    <Button size="sm" variant="ink" onClick={onRenew}>
      {parts.join(', ')} · Update
    </Button>
  );
}
