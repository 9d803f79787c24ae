/**
 * Shows a booked table to guests: makes its link, and sends it with the device's own sharing or as a text to paste. The
 * link shows restaurant and time, and nothing of the account that booked it.
 */
import { focusManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { formatDay, formatTimeAt } from '@/lib/format';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { cacheGroup } from '../cache/cached-groups';
import { reservationKeys } from '../cache/queries';
import { messages } from '../messages';
import type { BookedTable } from '../tables/booked-tables';

type Props = { groupId: number; table: BookedTable };

export function ShareTable({ groupId, table }: Props) {
  const queryClient = useQueryClient();
  const [isCopied, setCopied] = useState(false);
  // The ticket that takes the screen does not follow the cache.
  const [link, setLink] = useState<string | null>(null);
  const [isStopped, setStopped] = useState(false);
  // Another tab or device has made or ended the link.
  const [wasShared, setWasShared] = useState(table.shared);
  if (wasShared !== table.shared) {
    setWasShared(table.shared);
    setStopped(false);
    if (!table.shared) setLink(null);
  }
  useRenewOnReturn(groupId);
  const isShared = link !== null || (table.shared && !isStopped);
  const share = useMutation({
    mutationFn: async () => {
      const url = link ?? (await makeLink());
      try {
        setCopied((await send(table, url)) === 'copied');
      } catch (error) {
        // The user closed the device's own dialog.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({
          title: messages.notShared,
          text: messages.notSharedText,
          tone: 'unsuccessful',
        });
      }
    },
    networkMode: 'always',
    onError: (error) => {
      toast({ title: messages.notShared, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
  const makeLink = async () => {
    const { url, group } = await unwrap(
      api.POST('/api/reservations/{group_id}/tables/{reservation_id}/share/', {
        params: { path: { group_id: groupId, reservation_id: table.id } },
      }),
    );
    setLink(url);
    setStopped(false);
    cacheGroup(queryClient, group);
    return url;
  };
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        disabled={share.isPending}
        onClick={() => {
          share.mutate();
        }}
      >
        {isCopied ? messages.copiedForGuests : messages.shareWithGuests}{' '}
        <span className="sr-only">{table.venue_name}</span>
      </Button>
      {isShared && (
        <>
          <StopSharing
            groupId={groupId}
            table={table}
            onStopped={() => {
              setLink(null);
              setStopped(true);
              setCopied(false);
            }}
          />
          <p className="hint share-hint">{messages.shared}</p>
        </>
      )}
      <span role="status" className="sr-only">
        {isCopied && messages.copiedForGuestsText}
      </span>
    </>
  );
}

/** No event says that a link was made or ended, so the lists are loaded again when the user comes back to this page. */
function useRenewOnReturn(groupId: number) {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (!isFocused) return;
        const { group, lists, table } = reservationKeys;
        for (const queryKey of [lists, table, group(groupId)]) {
          void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
        }
      }),
    [queryClient, groupId],
  );
}

type StopProps = {
  groupId: number;
  table: { id: number; venue_name: string };
  onStopped?: () => void;
};

/** Ends the link at once, also of a table that was canceled meanwhile. */
export function StopSharing({ groupId, table, onStopped }: StopProps) {
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE('/api/reservations/{group_id}/tables/{reservation_id}/share/', {
          params: { path: { group_id: groupId, reservation_id: table.id } },
        }),
      ),
    networkMode: 'always',
    onSuccess: ({ group, message }) => {
      cacheGroup(queryClient, group);
      onStopped?.();
      toast({ title: messages.notSharedAnymore, text: message, tone: 'watching' });
    },
    onError: (error) => {
      toast({ title: messages.stillShared, text: messageOf(error), tone: 'unsuccessful' });
    },
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      disabled={stop.isPending}
      onClick={() => {
        stop.mutate();
      }}
    >
      {messages.stopSharing} <span className="sr-only">{table.venue_name}</span>
    </Button>
  );
}

/** Not every browser of a desk has a dialog for sharing; then the text is copied. */
async function send(table: BookedTable, url: string): Promise<'sent' | 'copied'> {
  const text = invitation(table);
  if ('share' in navigator) {
    try {
      await navigator.share({ title: table.venue_name, text, url });
      return 'sent';
    } catch (error) {
      // Some browsers forget the click while the link is made.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) throw error;
    }
  }
  await navigator.clipboard.writeText(`${text}\n${url}`);
  return 'copied';
}

/** What guests need: where, when and how many. */
export function invitation({ venue_name, address, date, zone, booked }: BookedTable): string {
  const { time, party_size } = booked;
  const when = `${formatDay(date, new Date(), 'long')}, ${formatTimeAt({ date, time, zone })}`;
  return [
    [venue_name, address].filter((part) => part !== '').join(', '),
    messages.invitation(when, party_size),
  ].join('\n');
}
