import { Fragment, useId } from 'react';
import { Dialog } from '@/ui/overlays/dialog';
import { Switch } from '@/ui/switch';
import { SHORTCUTS } from './shortcuts';
import { PALETTE } from './messages';
import './palette.css';
import { chooseSingleKeys, useSingleKeys } from './store';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const id = useId();
  const on = useSingleKeys();
  return (
    <Dialog onClose={onClose} title={PALETTE.shortcuts} description={PALETTE.shortcutsLead}>
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="shortcuts-switch">
        <div>
          <b id={id}>{PALETTE.single}</b>
          <p className="hint" id={`${id}-text`}>
            {PALETTE.singleText}
          </p>
        </div>
        <Switch
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
          checked={on}
          onCheckedChange={chooseSingleKeys}
        />
      </div>
    </Dialog>
  );
}

/** Keys pressed together stand side by side; a sequence has a word between its keys. */
function Keys({ keys }: { keys: readonly string[] }) {
  const together = keys[0] === 'mod';
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span className={together ? 'sr-only' : undefined}> {PALETTE.then} </span>}
      <kbd>{key === 'mod' ? modName() : key.toUpperCase()}</kbd>
    </Fragment>
  ));
}

function modName(): string {
  return navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl';
}
