/** What a diner does with a booked table: put it into the calendar, get directions, cancel it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { saveFile } from '@/lib/save-file';
import { directionsTo } from '@/entities/venue/directions';
import { Button, buttonClass } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { toast } from '@/ui/toast';
import type { BookedTable } from '../tables/booked-tables';
import { cacheGroup } from '../cache/cached-groups';
import { messages } from '../messages';

const CancelTableDialog = lazyComponent(
  async () => (await import('./action-dialogs')).CancelTableDialog,
);
const LOOK = { variant: 'quiet', size: 'sm' } as const;

type Props = {
  groupId: number;
  table: BookedTable;
  /** In the timeline, which has room for the search for a better table too. */
  all?: boolean;
};

export function BookedTableActions({ groupId, table, all = false }: Props) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelTable(groupId, table.id);
  const look = useLookForBetter(groupId, table.id);
  const name = <span className="sr-only">{table.venue_name}</span>;
  return (
    <>
      <TableLinks groupId={groupId} table={table} />
      {all && table.booked.can_improve && (
        <Button
          {...LOOK}
          disabled={look.isPending}
          onClick={() => {
            look.mutate();
          }}
        >
          {messages.lookForBetter} {name}
        </Button>
      )}
      {!table.booked.canceling && (
        <Button
          {...LOOK}
          disabled={cancel.isPending}
          onClick={() => {
            setAsking(true);
          }}
        >
          {messages.cancelTableAction} {name}
        </Button>
      )}
      {asking && (
        <CancelTableDialog
          table={table}
          onClose={() => {
            setAsking(false);
          }}
          onCancel={() => {
            setAsking(false);
            cancel.mutate();
          }}
        />
      )}
    </>
  );
}

/** The table for the calendar, and the way to the restaurant. */
export function TableLinks({ groupId, table }: Omit<Props, 'all'>) {
  const addToCalendar = useCalendarFile(groupId, table.id);
  return (
    <>
      <Button
        {...LOOK}
        disabled={addToCalendar.isPending}
        onClick={() => {
          addToCalendar.mutate();
        }}
      >
        {messages.addToCalendar} <span className="sr-only">{table.venue_name}</span>
      </Button>
      <a
        className={buttonClass(LOOK)}
        href={directionsTo(table.venue_name, table.address)}
        target="_blank"
        rel="noreferrer"
      >
        {messages.directions} <span className="sr-only">{messages.toVenue(table.venue_name)}</span>
      </a>
    </>
  );
}

/** Asks the server to cancel; the ticket shows that it waits, and the result comes as an event. */
function useCancelTable(groupId: number, reservationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/reservations/{group_id}/tables/{reservation_id}/cancel/', {
          params: { path: { group_id: groupId, reservation_id: reservationId } },
        }),
      ),
    networkMode: 'always',
    onSuccess: ({ group }) => {
      cacheGroup(queryClient, group);
    },
    onError: (error) => {
      toast({ title: messages.notCanceled, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}

/** The mutation that files a search for a better table. The search books nothing: the user is asked to swap. */
function useLookForBetter(groupId: number, reservationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/reservations/{group_id}/tables/{reservation_id}/look-for-better/', {
          params: { path: { group_id: groupId, reservation_id: reservationId } },
        }),
      ),
    networkMode: 'always',
    onSuccess: ({ message, group }) => {
      cacheGroup(queryClient, group);
      toast({ title: message, text: '', tone: 'watching' });
    },
    onError: (error) => {
      toast({ title: messages.notLooking, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}

/** Saves the table as a file that calendars open. */
function useCalendarFile(groupId: number, reservationId: number) {
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.GET('/api/reservations/{group_id}/tables/{reservation_id}/calendar/', {
          params: { path: { group_id: groupId, reservation_id: reservationId } },
          parseAs: 'text',
        }),
      ),
    networkMode: 'always',
    onSuccess: (text) => {
      saveFile('table.ics', { text, type: 'text/calendar' });
    },
    onError: (error) => {
      toast({ title: messages.noCalendarFile, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}
