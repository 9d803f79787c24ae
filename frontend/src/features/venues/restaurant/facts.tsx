/** Where the restaurant is, and what is known about a table there. A fact that is not known is left out. */
import { Armchair, CalendarClock, CreditCard, Globe, MapPin, Phone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VenueFee } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { seatingTypes } from '@/entities/venue/seating';
import { RESTAURANT } from './messages';
import { directionsUrl, fullAddress, phoneHref, siteOf } from './contact';
import { feeText, partyText } from './fact-text';

export function Facts({ venue, fee }: { venue: VenueDetail; fee: VenueFee | null }) {
  const seating = [RESTAURANT.anySeating, ...seatingTypes(venue.seating_types)];
  const party = partyText(venue);
  return (
    <div className="venue-details">
      <Fact icon={<MapPin aria-hidden="true" />}>
        {fullAddress(venue)}
        <br />
        <a className="link" href={directionsUrl(venue)} target="_blank" rel="noreferrer">
          {RESTAURANT.directions}
        </a>
      </Fact>
      {venue.phone_number !== '' && (
        <Fact icon={<Phone aria-hidden="true" />}>
          <a className="link" href={phoneHref(venue.phone_number)}>
            {venue.phone_number}
          </a>
        </Fact>
      )}
      <Fact icon={<CalendarClock aria-hidden="true" />} title={RESTAURANT.opens}>
        <OpensText venue={venue} />
      </Fact>
      <Fact icon={<Armchair aria-hidden="true" />} title={RESTAURANT.seating}>
        {seating.join(', ')}
      </Fact>
      {party !== null && (
        <Fact icon={<Users aria-hidden="true" />} title={RESTAURANT.partySizes}>
          {party}
        </Fact>
      )}
      {fee !== null && (
        <Fact icon={<CreditCard aria-hidden="true" />} title={RESTAURANT.fees}>
          {feeText(fee)}
        </Fact>
      )}
      {venue.website !== '' && (
        <Fact icon={<Globe aria-hidden="true" />}>
          <Site website={venue.website} />
        </Fact>
      )}
    </div>
  );
}

/** The text about the release rule that staff entered, and the learned rule. If only one exists, only this one. */
function OpensText({ venue }: { venue: VenueDetail }) {
  const { learned_rule: learned, release_rule: entered, release_text: text } = venue;
  if (learned === null) return text;
  if (entered === null) return learned.text;
  return (
    <>
      {text}
      <br />
      {learned.text}
    </>
  );
}

function Fact({ icon, title, children }: { icon: ReactNode; title?: string; children: ReactNode }) {
  return (
    <div>
      {icon}
      <p>
        {title !== undefined && (
          <>
            <b>{title}</b>
            <br />
          </>
        )}
        {children}
      </p>
    </div>
  );
}

function Site({ website }: { website: string }) {
  const { name, href } = siteOf(website);
  if (href === null) return name;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
