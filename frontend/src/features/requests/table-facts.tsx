/** A booked table on its ticket: its facts as rows. */
import { tableFacts, type BookedTable } from '@/entities/request/tables/booked-tables';

export function TableFacts({ table, now }: { table: BookedTable; now: number }) {
  return (
    <dl className="table-facts">
      {tableFacts(table, now).map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
