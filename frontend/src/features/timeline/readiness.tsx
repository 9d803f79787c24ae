/** The readiness of a request: first the lines that are not ok, each with one action, then the lines that are ok. */
import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
import type { Group, Readiness as Answer, ReadinessLine } from '@/api/reservation-types';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { ReadinessAction } from './readiness-action';
import { readinessMessages } from './readiness-messages';
import { readinessQuery } from './readiness-query';
import { RehearsalPart } from './rehearsal';
import './readiness.css';

const ICONS = { ok: Check, warning: CircleHelp, failed: TriangleAlert, unknown: CircleAlert };

export function Readiness({ group }: { group: Group }) {
  const readiness = useQuery(readinessQuery(group.group_id));
  const title = readinessMessages.title;
  if (readiness.isPending) {
    return (
      <section className="readiness" aria-label={title} aria-busy="true">
        <p className="sr-only" role="status">
          {readinessMessages.loading}
        </p>
        <Skeleton className="h-5 w-full" />
      </section>
    );
  }
  if (readiness.isLoadingError) {
    return (
      <section className="readiness" aria-label={title}>
        <LoadError
          title={readinessMessages.failed}
          pending={readiness.isFetching}
          onRetry={() => void readiness.refetch()}
        />
      </section>
    );
  }
  const { data } = readiness;
  if (data.lines.length === 0) return null;
  const testRun = data.rehearse_at !== null && (
    <RehearsalPart group={group} rehearsal={data.rehearsal} rehearseAt={data.rehearse_at} />
  );
  if (worstOf(data.lines) === 'ok') {
    return (
      <section className="readiness" aria-label={title}>
        <details className="readiness-ready">
          <summary>
            <Check aria-hidden="true" />
            <span role="status">{readinessMessages.ready}</span>
          </summary>
          <ul className="readiness-lines">
            {data.lines.map((line) => (
              <Line key={line.check} line={line} />
            ))}
          </ul>
          {testRun}
        </details>
      </section>
    );
  }
  return (
    <section className="readiness" aria-label={title}>
      <Lines
        group={group}
        lines={data.lines}
        checking={readiness.isFetching}
        onCheck={() => void readiness.refetch()}
      />
      {testRun}
    </section>
  );
}

type LinesProps = {
  group: Group;
  lines: Answer['lines'];
  checking: boolean;
  onCheck: () => void;
};

function Lines({ group, lines, checking, onCheck }: LinesProps) {
  const open = lines.filter(({ state }) => state !== 'ok');
  const passed = lines.filter(({ state }) => state === 'ok');
  return (
    <>
      <h3 className="readiness-title" data-state={worstOf(lines)}>
        <span role="status">{summaryOf(lines)}</span>
      </h3>
      {open.length > 0 && (
        <ul className="readiness-lines">
          {open.map((line) => (
            <Line key={line.check} line={line}>
              <ReadinessAction group={group} line={line} checking={checking} onCheck={onCheck} />
            </Line>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details className="readiness-passed">
          <summary>{readinessMessages.passed(passed.length)}</summary>
          <ul className="readiness-lines">
            {passed.map((line) => (
              <Line key={line.check} line={line} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Line({ line, children }: { line: ReadinessLine; children?: React.ReactNode }) {
  const Icon = ICONS[line.state];
  return (
    <li data-state={line.state} data-check={line.check}>
      <Icon aria-hidden="true" />
      <p>
        <span className="sr-only">{readinessMessages.state[line.state]} </span>
        {line.text}
      </p>
      {children}
    </li>
  );
}

function worstOf(lines: readonly ReadinessLine[]): ReadinessLine['state'] {
  if (lines.some(({ state }) => state === 'failed')) return 'failed';
  return lines.every(({ state }) => state === 'ok') ? 'ok' : 'warning';
}

function summaryOf(lines: readonly ReadinessLine[]): string {
  const count = (...states: ReadinessLine['state'][]) =>
    lines.filter(({ state }) => states.includes(state)).length;
  const failed = count('failed');
  if (failed > 0) return readinessMessages.problems(failed);
  const remarks = count('warning', 'unknown');
  return remarks > 0 ? readinessMessages.notices(remarks) : readinessMessages.ready;
}
