/** One search box for every page, every request on the first page of the list, every city and every restaurant. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type LucideIcon, MapPin, Search, Ticket, Utensils } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { meQuery } from '@/api/me';
import type { User, Venue } from '@/api/types';
import type { Choice } from '@/entities/request/choice';
import { datesText } from '@/entities/request/tables/booked-tables';
import { groupTitle } from '@/entities/request/group-title';
import { groupListQuery } from '@/entities/request/cache/queries';
import { navItems } from '../navigation';
import { locationsQuery } from '@/entities/venue/filter-queries';
import { listingQuery } from '@/entities/venue/queries';
import { cn } from '@/lib/cn';
import { compareNames } from '@/lib/format';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { Dialog } from '@/ui/overlays/dialog';
import { useMarkedEntry } from '@/ui/use-marked-entry';
import { PALETTE } from './messages';
import './palette.css';

/** More results of one kind would push the others out of sight. */
const MAX_OF_A_KIND = 5;

type Entry = {
  /** Tells it from all others. */
  value: string;
  icon: LucideIcon;
  name: string;
  /** A fact at the end of the line. */
  end?: string;
  isMono?: boolean;
  go: () => unknown;
};
type Kind = { heading: string; entries: readonly Entry[] };

const venueValue = (id: number) => `venue ${id}`;

export type SentenceProps = {
  user: User;
  venue: Pick<Venue, 'id' | 'venue_name'>;
  onChoice: (choice: Choice) => void;
};
type Props = {
  /** The request with the restaurant that is marked. */
  sentence: ComponentType<SentenceProps>;
  onClose: () => void;
};

export function Palette({ sentence, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={PALETTE.title}>
      <Finder sentence={sentence} onClose={onClose} />
    </Dialog>
  );
}

function Finder({ sentence: Sentence, onClose }: Props) {
  const navigate = useNavigate();
  const { data: user } = useQuery(meQuery);
  const [choice, setChoice] = useState<Choice>({});
  const [search, setSearch] = useState('');
  const { text, type } = useDebouncedText(search, setSearch);
  const typed = text.trim();
  const fits = (name: string) => name.toLowerCase().includes(typed.toLowerCase());

  const list = useQuery(groupListQuery({}));
  const requests = (list.data?.groups ?? [])
    .filter((group) => typed !== '' && fits(`${groupTitle(group)} ${datesText(group)}`))
    .slice(0, MAX_OF_A_KIND);
  const places = useQuery({ ...locationsQuery, enabled: typed !== '' });
  const cities = typed === '' ? [] : citiesOf(places.data?.locations ?? [], typed);
  const query = search.trim();
  const found = useInfiniteQuery({
    ...listingQuery({ venue_name: query }),
    enabled: query !== '',
  });
  const isAnswer = query === typed && query !== '' && !found.isPlaceholderData;
  const venues = isAnswer ? (found.data?.pages[0]?.results.slice(0, MAX_OF_A_KIND) ?? []) : [];

  const kinds: readonly Kind[] = [
    {
      heading: PALETTE.reservations,
      entries: requests.map((group) => ({
        value: `request ${group.group_id}`,
        icon: Ticket,
        name: groupTitle(group),
        end: datesText(group),
        isMono: true,
        go: () => navigate({ to: '/reservations', search: { open: String(group.group_id) } }),
      })),
    },
    // Above the restaurants, which come later: the marked entry stays the same.
    {
      heading: PALETTE.cities,
      entries: cities.map((city) => ({
        value: `city ${city}`,
        icon: MapPin,
        name: city,
        go: () => navigate({ to: '/', search: { ...choice, exact_location: city } }),
      })),
    },
    {
      heading: PALETTE.restaurants,
      entries: venues.map((venue) => ({
        value: venueValue(venue.id),
        icon: Utensils,
        name: venue.venue_name,
        end: venue.neighborhood,
        go: () =>
          navigate({
            to: '/restaurant/$venueId',
            params: { venueId: String(venue.id) },
            search: choice,
          }),
      })),
    },
    {
      heading: PALETTE.pages,
      entries: navItems(user)
        .filter(({ label }) => fits(label))
        .map(({ to, label, icon }) => ({
          value: `page ${to}`,
          icon,
          name: label,
          go: () => navigate({ to }),
        })),
    },
  ];
  const values = kinds.flatMap(({ entries }) => entries.map(({ value }) => value));
  const nothing = isAnswer && found.isSuccess && !places.isPending && values.length === 0;
  // Every shown entry answers the typed text: restaurants of an earlier text aren't shown.
  const marked = useMarkedEntry({ text: typed, values, isAnswer: true });

  const markedVenue = venues.find(({ id }) => venueValue(id) === marked.value);

  return (
    <div className="palette">
      <Command shouldFilter={false} label={PALETTE.title} {...marked}>
        <div className="input">
          <Search aria-hidden="true" />
          <Command.Input placeholder={PALETTE.placeholder} value={text} onValueChange={type} />
        </div>
        <Command.List>
          {kinds.map(
            ({ heading, entries }) =>
              entries.length > 0 && (
                <Command.Group key={heading} heading={heading}>
                  {entries.map(({ value, icon: Icon, name, end, isMono = false, go }) => (
                    <Command.Item
                      key={value}
                      value={value}
                      className="menu-item"
                      onSelect={() => {
                        onClose();
                        go();
                      }}
                    >
                      <Icon aria-hidden="true" />
                      <span className="palette-name">{name}</span>
                      {end !== undefined && (
                        <span className={cn('end', isMono && 'mono')}>{end}</span>
                      )}
                    </Command.Item>
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
      {user !== undefined && markedVenue !== undefined && (
        <Sentence user={user} venue={markedVenue} onChoice={setChoice} />
      )}
      <p className="hint" role="status">
        {nothing && PALETTE.none(typed)}
        {typed !== '' && found.fetchStatus === 'paused' && PALETTE.offline}
        {typed !== '' && !isAnswer && found.fetchStatus !== 'paused' && PALETTE.looking}
        {isAnswer && found.isError && PALETTE.restaurantsFailed}
        {typed !== '' && places.isError && PALETTE.citiesFailed}
      </p>
    </div>
  );
}

/** The cities of which a word begins with the typed text. */
function citiesOf(places: readonly { locality: string }[], typed: string): string[] {
  const names = new Set(places.map(({ locality }) => locality));
  const matching = [...names].filter((name) =>
    ` ${name.toLowerCase()}`.includes(` ${typed.toLowerCase()}`),
  );
  return matching.sort(compareNames).slice(0, MAX_OF_A_KIND);
}
