/**
 * Sends a booked table to the guests: with the device's own sharing, or as a text to paste. It names the restaurant and
 * the time, and nothing of the account that booked it.
 */
import { useState } from 'react';
import { directionsTo } from '@/entities/venue/directions';
import { formatDay, formatTimeAt } from '@/lib/format';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { messages } from '../messages';
import type { BookedTable } from '../tables/booked-tables';

export function ShareTable({ table }: { table: BookedTable }) {
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const text = invitation(table);
    try {
      if (canShare()) await navigator.share({ title: table.venue_name, text });
      else {
        await navigator.clipboard.writeText(text);
        setCopied(true);
      }
    } catch (error) {
      // The user closed the device's own dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: messages.notShared, text: messages.notSharedText, tone: 'unsuccessful' });
    }
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => void share()}>
        {isCopied ? messages.copiedForGuests : messages.shareWithGuests}{' '}
        <span className="sr-only">{table.venue_name}</span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied && messages.copiedForGuestsText}
      </span>
    </>
  );
}

/** Not every browser of a desk has a dialog for sharing. */
function canShare(): boolean {
  return 'share' in navigator;
}

/** What guests need: where, when, how many, and the way. */
export function invitation({ venue_name, address, date, zone, booked }: BookedTable): string {
  const { time, party_size } = booked;
  const when = `${formatDay(date, new Date(), 'long')}, ${formatTimeAt({ date, time, zone })}`;
  return [
    [venue_name, address].filter((part) => part !== '').join(', '),
    messages.invitation(when, party_size),
    directionsTo(venue_name, address),
  ].join('\n');
}
