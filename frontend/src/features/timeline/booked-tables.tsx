/** The booked tables of a request: those to come with all facts and actions, those that are gone with an open link. */
import type { Group } from '@/api/reservation-types';
import { BookedTableActions } from '@/entities/request/actions/booked-table-actions';
import { ShareTable, StopSharing } from '@/entities/request/actions/share-table';
import { upcomingTables } from '@/entities/request/tables/booked-tables';
import { TableFacts } from '@/entities/request/tables/table-facts';
import { messages } from '@/entities/request/messages';
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
        <ShareTable groupId={group.group_id} table={table} />
      </div>
    </section>
  ));
}

/** Tables that guests were shown and that are not booked anymore. */
export function GoneTables({ group }: { group: Group }) {
  const gone = group.members.filter(({ shared, booked }) => shared && booked === null);
  return gone.map((table) => (
    <section key={table.id} className="timeline-table">
      <p>{messages.sharedGone(formatDay(table.date))}</p>
      <div className="timeline-foot">
        <StopSharing groupId={group.group_id} table={table} />
      </div>
    </section>
  ));
}
