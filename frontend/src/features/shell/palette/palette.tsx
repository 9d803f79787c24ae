/** One search box for every page, every request on the first page of the list, and every restaurant. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search, Ticket, Utensils } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { meQuery } from '@/api/me';
import type { User, Venue } from '@/api/types';
import type { Choice } from '@/entities/request/choice';
import { datesText } from '@/entities/request/tables/booked-tables';
import { groupTitle } from '@/entities/request/group-title';
import { groupListQuery } from '@/entities/request/cache/queries';
import { navItems } from '../navigation';
import { listingQuery } from '@/entities/venue/queries';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { Dialog } from '@/ui/overlays/dialog';
import { useMarkedEntry } from '@/ui/use-marked-entry';
import { PALETTE } from './messages';
import './palette.css';

/** More results of one kind would push the others out of sight. */
const MAX_OF_A_KIND = 5;

const requestValue = (id: number) => `request ${id}`;
const venueValue = (id: number) => `venue ${id}`;
const pageValue = (to: string) => `page ${to}`;

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

  const pages = navItems(user).filter(({ label }) => fits(label));
  const list = useQuery(groupListQuery({}));
  const requests = (list.data?.groups ?? [])
    .filter((group) => typed !== '' && fits(`${groupTitle(group)} ${datesText(group)}`))
    .slice(0, MAX_OF_A_KIND);
  const query = search.trim();
  const found = useInfiniteQuery({
    ...listingQuery({ venue_name: query }),
    enabled: query !== '',
  });
  const isAnswer = query === typed && query !== '' && !found.isPlaceholderData;
  const venues = isAnswer ? (found.data?.pages[0]?.results.slice(0, MAX_OF_A_KIND) ?? []) : [];
  const nothing =
    isAnswer && found.isSuccess && pages.length + requests.length + venues.length === 0;

  const values = [
    ...requests.map((group) => requestValue(group.group_id)),
    ...venues.map((venue) => venueValue(venue.id)),
    ...pages.map(({ to }) => pageValue(to)),
  ];
  // Every shown entry answers the typed text: restaurants of an earlier text aren't shown.
  const marked = useMarkedEntry({ text: typed, values, isAnswer: true });

  const markedVenue = venues.find(({ id }) => venueValue(id) === marked.value);

  const leave = (go: () => unknown) => () => {
    onClose();
    go();
  };
  return (
    <div className="palette">
      <Command shouldFilter={false} label={PALETTE.title} {...marked}>
        <div className="input">
          <Search aria-hidden="true" />
          <Command.Input placeholder={PALETTE.placeholder} value={text} onValueChange={type} />
        </div>
        <Command.List>
          <Kind heading={PALETTE.reservations} count={requests.length}>
            {requests.map((group) => (
              <Command.Item
                key={group.group_id}
                value={requestValue(group.group_id)}
                className="menu-item"
                onSelect={leave(() =>
                  navigate({ to: '/reservations', search: { open: String(group.group_id) } }),
                )}
              >
                <Ticket aria-hidden="true" />
                <span className="palette-name">{groupTitle(group)}</span>
                <span className="end mono">{datesText(group)}</span>
              </Command.Item>
            ))}
          </Kind>
          <Kind heading={PALETTE.restaurants} count={venues.length}>
            {venues.map((venue) => (
              <Command.Item
                key={venue.id}
                value={venueValue(venue.id)}
                className="menu-item"
                onSelect={leave(() =>
                  navigate({
                    to: '/restaurant/$venueId',
                    params: { venueId: String(venue.id) },
                    search: choice,
                  }),
                )}
              >
                <Utensils aria-hidden="true" />
                <span className="palette-name">{venue.venue_name}</span>
                <span className="end">{venue.neighborhood}</span>
              </Command.Item>
            ))}
          </Kind>
          <Kind heading={PALETTE.pages} count={pages.length}>
            {pages.map(({ to, label, icon: Icon }) => (
              <Command.Item
                key={to}
                value={pageValue(to)}
                className="menu-item"
                onSelect={leave(() => navigate({ to }))}
              >
                <Icon aria-hidden="true" />
                {label}
              </Command.Item>
            ))}
          </Kind>
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
      </p>
    </div>
  );
}

function Kind({
  heading,
  count,
  children,
}: {
  heading: string;
  count: number;
  children: ReactNode;
}) {
  return count > 0 && <Command.Group heading={heading}>{children}</Command.Group>;
}
