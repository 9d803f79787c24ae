/** The booked tables of a request that are still to come, each with all its facts and actions. */
import type { Group } from '@/api/reservation-types';
import { BookedTableActions } from '@/entities/request/actions/booked-table-actions';
import { ShareTable } from '@/entities/request/actions/share-table';
import { upcomingTables } from '@/entities/request/tables/booked-tables';
import { TableFacts } from '@/entities/request/tables/table-facts';
import { formatDay } from '@/lib/format';
import { useMinute } from '@/lib/relative-time';

export function BookedTables({ group }: { group: Group }) {
  const now = useMinute();
  const tables = upcomingTables(group, now);
  const isOnly = group.status === 'confirmed' && tables.length === 1;
  return tables.map((table) => (
    <section key={table.id} className="timeline-table">
      {!isOnly && (
        <h3>
          {table.venue_name}, {formatDay(table.date)}
        </h3>
      )}
      <TableFacts table={table} now={now} />
      <div className="timeline-foot">
        <BookedTableActions groupId={group.group_id} table={table} all />
        <ShareTable table={table} />
      </div>
    </section>
  ));
}
