/** What happened at a release, to the hundredth of a second, and a replay that takes a few seconds. */
import { useEffect, useState, type CSSProperties } from 'react';
import { entryText } from '@/entities/request/timeline-text';
import { formatClock, formatNumber } from '@/lib/format';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/button';
import type { ReleaseFact } from './release-facts';
import './release-replay.css';

const WORDS = {
  title: 'The release',
  booked: (time: string) => `Booked ${time} after the release`,
  seconds: (number: string) => `${number} s`,
  since: (clock: string) => `Seconds since ${clock}, by our clocks.`,
  slowed: 'The replay is slower.',
  replay: 'Replay',
  stop: 'Stop',
} as const;

/** A shorter release is shown slower, a longer one faster. */
const SHORTEST_MS = 3000;
const LONGEST_MS = 6000;
/** Before the first fact and after the last one. */
const LEAD_MS = 500;
const MS = 1000;

type Props = { facts: readonly ReleaseFact[]; opensAt: number; platform: string };

export function ReleaseReplay({ facts, opensAt, platform }: Props) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const end = Math.max(0, ...facts.map(({ offset }) => offset));
  const replay = useReplay(Math.min(0, ...facts.map(({ offset }) => offset)), end);
  const booked = facts.find(({ entry }) => entry.kind === 'booked');
  return (
    <section className="release-facts" aria-label={WORDS.title}>
      <h3>{booked === undefined ? WORDS.title : WORDS.booked(seconds(booked.offset))}</h3>
      <ol>
        {facts.map(({ entry, offset }) => (
          <li
            key={entry.id}
            data-kind={entry.kind}
            data-ahead={replay.at !== null && offset > replay.at ? '' : undefined}
          >
            <span>{seconds(offset, 'always')}</span>
            {entryText(entry, { platform, attempt: null, count: 1, filed: null })}
          </li>
        ))}
      </ol>
      <p className="hint">
        {WORDS.since(formatClock(opensAt))} {!isStill && replay.speed < 1 && WORDS.slowed}
      </p>
      {!isStill && (
        <div className="release-replay">
          <Button variant="quiet" size="sm" onClick={replay.toggle}>
            {replay.at === null ? WORDS.replay : WORDS.stop}{' '}
            <span className="sr-only">{WORDS.title}</span>
          </Button>
          <div className="release-track" aria-hidden="true">
            {facts.map(({ entry, offset }) => (
              <i key={entry.id} style={place(offset, end)} data-kind={entry.kind} />
            ))}
            {replay.at !== null && <b style={place(replay.at, end)} />}
          </div>
          <span className="release-clock" aria-hidden="true">
            {replay.at !== null && seconds(replay.at, 'always')}
          </span>
        </div>
      )}
    </section>
  );
}

/** The time of a running replay in milliseconds since the release, null if none runs. */
function useReplay(first: number, last: number) {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const span = last - first;
  // A release with one fact has no duration.
  const speed = Math.max(1, span) / Math.min(LONGEST_MS, Math.max(SHORTEST_MS, span));
  const lead = LEAD_MS * speed;
  const from = first - lead;
  const to = last + lead;
  useEffect(() => {
    if (startedAt === null) return;
    let frame = 0;
    const draw = () => {
      const now = from + (performance.now() - startedAt) * speed;
      const isOver = now > to;
      setAt(isOver ? null : now);
      if (isOver) setStartedAt(null);
      else frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [startedAt, speed, from, to]);
  const toggle = () => {
    setAt(startedAt === null ? from : null);
    setStartedAt(startedAt === null ? performance.now() : null);
  };
  return { at, speed, toggle };
}

/** `1.12 s`, with `always` `+1.12 s`. */
function seconds(offset: number, signDisplay: 'auto' | 'always' = 'auto'): string {
  // Not -0.
  const hundredths = Math.round((offset / MS) * 100) || 0;
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return WORDS.seconds(formatNumber(hundredths / 100, { ...two, signDisplay }));
}

function place(offset: number, end: number): CSSProperties {
  const share = end === 0 ? 0 : Math.min(1, Math.max(0, offset / end));
  return { left: `${share * 100}%` };
}
