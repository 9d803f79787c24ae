/** One webhook: its switch, a test, its secret and address, and what was sent to it. */
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { Switch } from '@/ui/switch';
import { SwitchRow } from '@/ui/switch-row';
import { type Webhook, useChangeWebhook, useRemove, useRotate, useTest } from './calls';
import { DeliveryLog } from './delivery-log';
import { WEBHOOKS } from './messages';
import { Secret } from './secret';
import { WebhookForm } from './webhook-form';

type View = 'overview' | 'change' | 'remove';
type Props = { webhook: Webhook; onClose: () => void };

export function WebhookDialog({ webhook, onClose }: Props) {
  const [view, setView] = useState<View>('overview');
  const rotate = useRotate(webhook.id);
  const back = () => {
    setView('overview');
  };
  const title = {
    overview: webhook.label,
    change: WEBHOOKS.changeTitle,
    remove: WEBHOOKS.removeTitle,
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={rotate.data === undefined ? title[view] : WEBHOOKS.secretTitle}
    >
      {rotate.data !== undefined && <Secret made={rotate.data} onDone={rotate.reset} />}
      {rotate.data === undefined && view === 'overview' && (
        <Overview webhook={webhook} rotate={rotate} onView={setView} />
      )}
      {view === 'change' && <Change webhook={webhook} onDone={back} />}
      {view === 'remove' && <Remove webhook={webhook} onKeep={back} onRemoved={onClose} />}
    </Dialog>
  );
}

type OverviewProps = {
  webhook: Webhook;
  rotate: ReturnType<typeof useRotate>;
  onView: (view: View) => void;
};

function Overview({ webhook, rotate, onView }: OverviewProps) {
  const change = useChangeWebhook(webhook.id);
  const test = useTest(webhook.id);
  const error = change.error ?? test.error ?? rotate.error;
  return (
    <div className="grid gap-5">
      {error !== null && <Notice tone="unsuccessful" title={messageOf(error)} />}
      {error === null && webhook.problem !== null && (
        <Notice tone="unsuccessful" title={webhook.problem} />
      )}
      <SwitchRow label={WEBHOOKS.sends} text={WEBHOOKS.sendsText}>
        {(names) => (
          <Switch
            {...names}
            checked={change.isPending ? change.variables.is_on === true : webhook.is_on}
            onCheckedChange={(is_on) => {
              change.mutate({ is_on });
            }}
          />
        )}
      </SwitchRow>
      <div className="flex flex-wrap gap-3">
        <Button
          pending={test.isPending}
          pendingLabel={WEBHOOKS.testing}
          onClick={() => {
            test.mutate(undefined);
          }}
        >
          {WEBHOOKS.test}
        </Button>
        <Button
          pending={rotate.isPending}
          pendingLabel={WEBHOOKS.rotating}
          onClick={() => {
            rotate.mutate(undefined);
          }}
        >
          {WEBHOOKS.rotate}
        </Button>
        <Button
          onClick={() => {
            onView('change');
          }}
        >
          {WEBHOOKS.change}
        </Button>
        <Button
          onClick={() => {
            onView('remove');
          }}
        >
          {WEBHOOKS.remove}
        </Button>
      </div>
      <DeliveryLog id={webhook.id} />
    </div>
  );
}

function Change({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const change = useChangeWebhook(webhook.id);
  return (
    <WebhookForm
      chosen={webhook.events}
      error={change.error}
      isPending={change.isPending}
      onSubmit={({ url, events }) => {
        change.mutate({ events, url: url === '' ? null : url }, { onSuccess: onDone });
      }}
      onCancel={onDone}
    />
  );
}

type RemoveProps = { webhook: Webhook; onKeep: () => void; onRemoved: () => void };

/** Asks for confirmation. The button that changes nothing has the focus. */
function Remove({ webhook, onKeep, onRemoved }: RemoveProps) {
  const remove = useRemove(webhook.id);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className="grid gap-5">
      {remove.isError && <Notice tone="unsuccessful" title={messageOf(remove.error)} />}
      <p>{WEBHOOKS.removeText}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={keep} onClick={onKeep}>
          {WEBHOOKS.keep}
        </Button>
        <Button
          variant="ink"
          pending={remove.isPending}
          pendingLabel={WEBHOOKS.removing}
          onClick={() => {
            remove.mutate(undefined, { onSuccess: onRemoved });
          }}
        >
          {WEBHOOKS.remove}
        </Button>
      </div>
    </div>
  );
}
