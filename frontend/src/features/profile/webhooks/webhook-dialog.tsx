/** One webhook: its switch, a test, its secret and address, and what was sent to it. */
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { ConfirmButtons, Dialog } from '@/ui/overlays/dialog';
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
  const remove = useRemove(webhook.id);
  const back = () => {
    remove.reset();
    setView('overview');
  };
  if (view === 'remove') {
    return (
      <Dialog
        onClose={onClose}
        title={WEBHOOKS.removeTitle}
        description={WEBHOOKS.removeText}
        footer={
          <ConfirmButtons
            keep={WEBHOOKS.keep}
            confirm={WEBHOOKS.remove}
            pending={remove.isPending}
            pendingLabel={WEBHOOKS.removing}
            onKeep={back}
            onConfirm={() => {
              remove.mutate(undefined, { onSuccess: onClose });
            }}
          />
        }
      >
        {remove.isError && <Notice tone="unsuccessful" title={messageOf(remove.error)} />}
      </Dialog>
    );
  }
  const title = view === 'change' ? WEBHOOKS.changeTitle : webhook.label;
  return (
    <Dialog onClose={onClose} title={rotate.data === undefined ? title : WEBHOOKS.secretTitle}>
      {view === 'change' ? (
        <Change webhook={webhook} onDone={back} />
      ) : rotate.data !== undefined ? (
        <Secret made={rotate.data} onDone={rotate.reset} />
      ) : (
        <Overview webhook={webhook} rotate={rotate} onView={setView} />
      )}
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
