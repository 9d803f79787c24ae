/** The user's MQTT broker: what it gets, whether that arrives, and a dialog to connect, change and remove it. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '@/api/errors';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadStatus } from '@/ui/load-status';
import { Notice } from '@/ui/notice';
import { type Broker, brokerQuery, useTest } from './calls';
import { MQTT } from './messages';

const BrokerDialog = lazyComponent(async () => (await import('./broker-dialog')).BrokerDialog);

export function HomeAssistant() {
  const titleId = useId();
  const query = useQuery(brokerQuery);
  const { data } = query;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
  };
  return (
    <section className="profile-part" data-shows="mqtt" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{MQTT.title}</h3>
        <p className="hint">{MQTT.text}</p>
      </div>
      {data === undefined && <LoadStatus query={query} texts={MQTT} rows={1} className="h-11" />}
      {data?.broker === null && (
        <>
          <p>{MQTT.none}</p>
          <Button className="justify-self-start" onClick={open}>
            {MQTT.add}
          </Button>
        </>
      )}
      {data?.broker != null && <Row broker={data.broker} onChange={open} />}
      {isOpen && data !== undefined && (
        <BrokerDialog
          broker={data.broker}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </section>
  );
}

function Row({ broker, onChange }: { broker: Broker; onChange: () => void }) {
  const test = useTest();
  return (
    <>
      {test.isError && <Notice tone="unsuccessful" title={messageOf(test.error)} />}
      <div className="device">
        <div>
          <b>{broker.address}</b>
          <p className="hint">
            <span role="status">{stateText(broker)}</span>
            {broker.sent_at !== null && <Ago sentAt={broker.sent_at} />}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          pending={test.isPending || broker.is_sending}
          pendingLabel={MQTT.sending}
          onClick={() => {
            test.mutate(undefined);
          }}
        >
          {MQTT.test}
        </Button>
        <Button onClick={onChange}>{MQTT.change}</Button>
      </div>
    </>
  );
}

function stateText({ is_sending, problem, sent_at, sensors }: Broker): string {
  if (is_sending || (problem === null && sent_at === null)) return MQTT.sending;
  return problem ?? MQTT.on(sensors);
}

/** Outside the live region, because it changes every second. */
function Ago({ sentAt }: { sentAt: string }) {
  return <> {MQTT.last(formatAgo(Date.parse(sentAt), useNow()))}</>;
}
