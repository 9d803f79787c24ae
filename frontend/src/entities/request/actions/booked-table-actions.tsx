/** What a diner does with a booked table: put it into the calendar, find the way, cancel it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Group } from '@/api/reservation-types';
import { Button, buttonClass } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { toast } from '@/ui/toast';
import { cacheGroup } from '../cache/cached-groups';
import { messages } from '../messages';
import { bookedTables, type BookedTable } from '../ticket-text';

const CancelTableDialog = lazyComponent(
  async () => (await import('./action-dialogs')).CancelTableDialog,
);
const LOOK = { variant: 'quiet', size: 'sm' } as const;

export function BookedTableActions({ group }: { group: Group }) {
  return bookedTables(group).map((table) => (
    <TableActions key={table.id} group={group} table={table} />
  ));
}

function TableActions({ group, table }: { group: Group; table: BookedTable }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelTable(group.group_id, table.id);
  const addToCalendar = useCalendarFile(group.group_id, table.id);
  const name = <span className="sr-only">{table.venue_name}</span>;
  return (
    <>
      <Button
        {...LOOK}
        disabled={addToCalendar.isPending}
        onClick={() => {
          addToCalendar.mutate();
        }}
      >
        Add to calendar {name}
      </Button>
      <Directions group={group} table={table} />
      {!table.booked.canceling && (
        <Button
          {...LOOK}
          disabled={cancel.isPending}
          onClick={() => {
            setAsking(true);
          }}
        >
          Cancel table {name}
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
      const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'table.ics';
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: (error) => {
      toast({ title: messages.noCalendarFile, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
}

function Directions({ group, table }: { group: Group; table: BookedTable }) {
  const venue = group.venues.find((candidate) => candidate.id === table.venue);
  if (venue === undefined) return null;
  const place = [venue.venue_name, venue.neighborhood, venue.locality].join(', ');
  const query = new URLSearchParams({ api: '1', query: place }).toString();
  return (
    <a
      className={buttonClass(LOOK)}
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noreferrer"
    >
      Get Directions <span className="sr-only">to {venue.venue_name} (opens in a new tab)</span>
    </a>
  );
}
