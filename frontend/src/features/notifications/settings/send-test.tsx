/** Sends a test message to every channel that is on, and shows each channel's result. */
import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, Clock } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Notice } from '@/ui/notice';
import { APP_NAMES, CHANNEL_NAMES, TEST } from './messages';
import { useSendTest } from './mutations';
import { type TestResult, testQuery } from './queries';

export function SendTest() {
  const titleId = useId();
  const send = useSendTest();
  return (
    <section className="profile-part" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{TEST.title}</h3>
        <p className="hint">{TEST.text}</p>
      </div>
      {send.isError && <Notice tone="unsuccessful" title={messageOf(send.error)} />}
      <Button
        className="justify-self-start"
        pending={send.isPending}
        pendingLabel={TEST.sending}
        onClick={() => {
          send.mutate();
        }}
      >
        {TEST.send}
      </Button>
      {send.data !== undefined && <Results key={send.data.test} test={send.data.test} />}
    </section>
  );
}

const ICONS = { waiting: Clock, sent: Check, failed: CircleAlert };

function Results({ test }: { test: number }) {
  const { data, isError, isFetching, refetch } = useQuery(testQuery(test));
  if (data === undefined && isError) {
    return <LoadError title={TEST.failed} onRetry={() => void refetch()} pending={isFetching} />;
  }
  return (
    <ul className="test-results" aria-label={TEST.results} aria-live="polite">
      {data?.map((result, index) => (
        // The index is a stable key: the server always returns the channels of a test in the same order.
        <Result key={index} result={result} />
      ))}
    </ul>
  );
}

function Result({ result: { channel, app, label, state, text } }: { result: TestResult }) {
  const Icon = ICONS[state];
  const name = app === null ? CHANNEL_NAMES[channel] : APP_NAMES[app];
  return (
    <li data-state={state}>
      <Icon aria-hidden="true" />
      <b>{label === null ? name : `${name} · ${label}`}</b>
      <span>{state === 'failed' ? `${TEST.states.failed}. ${text}` : text}</span>
    </li>
  );
}
