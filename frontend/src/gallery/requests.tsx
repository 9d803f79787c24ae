/** Tickets in every state, and the lists that contain them. */
import { ticketState, type TicketState } from '@/entities/request/group-state';
import { EmptyList, ListSkeleton } from '@/entities/request/list/list-states';
import { TABS } from '@/entities/request/list/list-search';
import { messages } from '@/entities/request/messages';
import { Rail } from '@/features/requests/rail';
import { Rows } from '@/features/requests/rows';
import { Ticket } from '@/features/requests/ticket';
import type { Group } from '@/api/reservation-types';
import { LoadError } from '@/ui/load-error';
import { HARD, IN_STATE, TWENTY_FIVE } from './fixtures';
import { GALLERY } from './messages';
import { Specimen } from './specimen';

const nothing = () => undefined;

function RailItem({
  name,
  group,
  isOpen = false,
}: {
  name: string;
  group: Group;
  isOpen?: boolean;
}) {
  return (
    <Specimen name={name}>
      <div className="rail rail-one">
        <div className="rail-item rail-item-solo">
          <Ticket
            group={group}
            limit={25}
            isConcierge={group.book_on_behalf !== null}
            isOpen={isOpen}
            onAction={nothing}
          />
        </div>
      </div>
    </Specimen>
  );
}

export function Tickets() {
  return (
    <div className="grid grid-cols-1 gap-8 grid-cols-3-wide">
      {(Object.keys(IN_STATE) as TicketState[]).map((state) => (
        <RailItem key={state} name={ticketState(IN_STATE[state])} group={IN_STATE[state]} />
      ))}
      {Object.entries(HARD).map(([name, group]) => (
        <RailItem key={name} name={name} group={group} />
      ))}
      <RailItem name="its timeline is open" group={IN_STATE.watching} isOpen />
    </div>
  );
}

export function Rails() {
  const common = { limit: 25, isConcierge: false, openId: null, onAction: nothing };
  const one = TWENTY_FIVE.slice(0, 1);
  return (
    <>
      <Rail title={GALLERY.oneTicket} groups={one} drawn={one.length} {...common} />
      <Rows
        title={GALLERY.manyTickets}
        groups={TWENTY_FIVE}
        drawn={TWENTY_FIVE.length}
        {...common}
      />
    </>
  );
}

export function Requests() {
  return (
    <>
      {TABS.map((tab) => (
        <Specimen key={tab} name={`empty, ${tab}`}>
          <EmptyList tab={tab} />
        </Specimen>
      ))}
      <Specimen name="loading">
        <ListSkeleton />
      </Specimen>
      <Specimen name="failed">
        <LoadError title={messages.loadFailed} onRetry={nothing} />
      </Specimen>
    </>
  );
}
