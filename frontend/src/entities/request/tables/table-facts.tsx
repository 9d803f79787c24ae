/** A booked table's facts as rows; on its ticket, which is `brief`, only what a cancellation costs. */
import { tableFacts, termsFact, type BookedTable } from './booked-tables';

type Props = { table: BookedTable; now: number; brief?: boolean };

export function TableFacts({ table, now, brief = false }: Props) {
  return (
    <dl className="table-facts">
      {(brief ? [termsFact(table, now)] : tableFacts(table, now)).map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
