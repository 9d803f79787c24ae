import { useState } from 'react';
import type { Member, TimelineEntry } from '@/api/reservation-types';
import { cn } from '@/lib/cn';
import { formatClock, formatCount } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { timelineMessages } from '@/entities/request/ticket/ticket-messages';
import { buildTimelineItems, type TimelineItem } from './timeline-items';

type Props = {
  entries: readonly TimelineEntry[];
  attempts: number;
  members: readonly Pick<Member, 'id' | 'watch'>[];
  platform: string;
  /** How the request began, if not as usual. */
  filed: string | null;
};

/** The entries, newest first. Those that arrive while the timeline is open are animated. */
export function TimelineEntries({ entries, filed, ...group }: Props) {
  const now = useNow();
  const items = buildTimelineItems(entries, { ...group, filed, now });
  const [initialKeys] = useState(() => new Set(items.map((item) => item.key)));
  if (items.length === 0) return <p className="hint pt-4">{timelineMessages.empty}</p>;
  return (
    <div role="log" aria-label={timelineMessages.title}>
      {byDay(items).map((day) => (
        <section key={day.key}>
          <h3 className="timeline-day">{day.label}</h3>
          <ol className="entries">
            {day.entries.map((entry) => (
              <Entry key={entry.key} item={entry} isNew={!initialKeys.has(entry.key)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

type EntryItem = Exclude<TimelineItem, { type: 'day' }>;

function Entry({ item, isNew }: { item: EntryItem; isNew: boolean }) {
  const run = item.type === 'run';
  return (
    <li
      className={cn(
        run && 'entry-run',
        !run && item.highlighted && 'entry-highlighted',
        !run && isNew && 'entry-new',
      )}
    >
      <time dateTime={item.at}>{formatClock(item.at)}</time>
      <i aria-hidden="true" />
      {run ? (
        <span>{timelineMessages.run(formatCount(item.checks), item.checks === 1, item.else)}</span>
      ) : (
        <span>
          {item.text}
          {item.detail !== null && <small>{item.detail}</small>}
        </span>
      )}
    </li>
  );
}

function byDay(
  items: readonly TimelineItem[],
): { key: string; label: string; entries: EntryItem[] }[] {
  const days: { key: string; label: string; entries: EntryItem[] }[] = [];
  for (const item of items) {
    if (item.type === 'day') days.push({ key: item.key, label: item.label, entries: [] });
    else days.at(-1)?.entries.push(item);
  }
  return days;
}
