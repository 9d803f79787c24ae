/** The user's webhooks: where events are sent, whether they arrive, and dialogs to add, open and change one. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadStatus } from '@/ui/load-status';
import { type Webhook, webhooksQuery } from './calls';
import { WEBHOOKS } from './messages';

const AddDialog = lazyComponent(async () => (await import('./add-dialog')).AddDialog);
const WebhookDialog = lazyComponent(async () => (await import('./webhook-dialog')).WebhookDialog);

export function Webhooks() {
  const titleId = useId();
  const query = useQuery(webhooksQuery);
  const webhooks = query.data;
  const [open, setOpen] = useState<number | 'add' | null>(null);
  const opened = webhooks?.find(({ id }) => id === open);
  const close = () => {
    setOpen(null);
  };
  return (
    <section className="profile-part" data-shows="webhooks" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{WEBHOOKS.title}</h3>
        <p className="hint">{WEBHOOKS.text}</p>
      </div>
      {webhooks === undefined && (
        <LoadStatus query={query} texts={WEBHOOKS} rows={1} className="h-11" />
      )}
      {webhooks !== undefined && (
        <>
          {webhooks.length === 0 ? (
            <p>{WEBHOOKS.none}</p>
          ) : (
            <ul>
              {webhooks.map((webhook) => (
                <Row
                  key={webhook.id}
                  webhook={webhook}
                  onOpen={() => {
                    setOpen(webhook.id);
                  }}
                />
              ))}
            </ul>
          )}
          <Button
            className="justify-self-start"
            onClick={() => {
              setOpen('add');
            }}
          >
            {WEBHOOKS.add}
          </Button>
        </>
      )}
      {open === 'add' && <AddDialog onClose={close} />}
      {opened !== undefined && <WebhookDialog webhook={opened} onClose={close} />}
    </section>
  );
}

type RowProps = { webhook: Webhook; onOpen: () => void };

function Row({ webhook: { label, events, is_on, problem }, onOpen }: RowProps) {
  const state = is_on ? WEBHOOKS.events(events.length) : WEBHOOKS.off;
  return (
    <li className="device">
      <div>
        <b>{label}</b>
        <p className="hint">{problem ?? state}</p>
      </div>
      <Button size="sm" aria-label={WEBHOOKS.openNamed(label)} onClick={onOpen}>
        {WEBHOOKS.open}
      </Button>
    </li>
  );
}
