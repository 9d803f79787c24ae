/** Restaurants behind each gate and without each part, and their pictures. */
import type { User, Venue } from '@/api/types';
import { coverUrl, SCENE_NAMES } from '@/entities/venue/cover-art';
import { Cover } from '@/entities/venue/cover';
import { VenueCard } from '@/features/venues/venue-card';
import { VenueGrid, VenueGridSkeleton } from '@/features/venues/venue-grid';
import { Results } from '@/features/venues/results';
import { user, VENUES } from '@/testing/fixtures';
import { PLATFORMS } from '@/testing/platforms';
import { Shelf, Specimen } from './specimen';

const [, other] = PLATFORMS;
const nothing = () => undefined;
const pro = user();
const standard = user({ subscription_type: 'standard' });
const without = user({ subscription_type: 'none' });

function venueWhere(fits: (venue: Venue) => boolean): Venue {
  const found = VENUES.find(fits);
  if (found === undefined) throw new RangeError('No such restaurant among the fixtures.');
  return found;
}

const plain = venueWhere(({ venue_name }) => venue_name === 'Vesper');
const premium = venueWhere((venue) => venue.premium);
const CARDS: Record<string, { venue: Venue; by: User | undefined }> = {
  'Pro: Select and Reserve': { venue: plain, by: pro },
  'Standard: Select asks for plans': { venue: plain, by: standard },
  'no plan': { venue: plain, by: without },
  'premium, on Standard': { venue: premium, by: standard },
  'premium, on Pro': { venue: premium, by: pro },
  'its account is missing: Reserve asks': {
    venue: venueWhere(({ reservation_source }) => reservation_source === other.key),
    by: pro,
  },
  'no picture': { venue: venueWhere(({ cover_art }) => cover_art === null), by: pro },
  'a picture that does not load': {
    venue: { ...plain, cover_image_url: '/assets/no-such-picture.png' },
    by: pro,
  },
  'the user is not known': { venue: plain, by: undefined },
};

export function VenueCards() {
  return (
    <Shelf>
      {Object.entries(CARDS).map(([name, { venue, by }]) => (
        <Specimen key={name} name={name}>
          <VenueCard venue={venue} user={by} scene={undefined} lazy={false} onGate={nothing} />
        </Specimen>
      ))}
    </Shelf>
  );
}

const RESULTS = {
  error: null,
  onRetry: nothing,
  stale: false,
  filters: {},
  onFilter: nothing,
  user: pro,
  onGate: nothing,
};

export function VenueLists() {
  return (
    <>
      <Specimen name="loading">
        <VenueGridSkeleton count={4} />
      </Specimen>
      <Specimen name="failed">
        <Results {...RESULTS} venues={undefined} error={new Error('away')} />
      </Specimen>
      <Specimen name="none, by a name">
        <Results {...RESULTS} venues={[]} filters={{ query: 'zzz' }} />
      </Specimen>
      <Specimen name="none, by filters">
        <Results {...RESULTS} venues={[]} filters={{ price: '1' }} />
      </Specimen>
      <Specimen name="one">
        <VenueGrid
          venues={VENUES.slice(0, 1)}
          drawn={1}
          skeletons={0}
          user={pro}
          onGate={nothing}
          eager={12}
        />
      </Specimen>
      <Specimen name="old results while new ones are on their way">
        <Results {...RESULTS} venues={VENUES.slice(0, 4)} stale />
      </Specimen>
      <Specimen name="twelve, and more">
        <Results
          {...RESULTS}
          venues={VENUES.slice(0, 12)}
          more={{ left: 106, pending: false, load: nothing }}
        />
      </Specimen>
    </>
  );
}

const CUISINES = [...new Set(VENUES.map(({ cuisine }) => cuisine))].filter((one) => one !== '');

export function Covers() {
  return (
    <Shelf>
      {SCENE_NAMES.map((scene, index) => {
        const cuisine = CUISINES[index % CUISINES.length] ?? '';
        return (
          <Specimen key={scene} name={`${scene}, ${cuisine}`}>
            <span className="cover">
              <img
                src={coverUrl({ seed: 1201 + index, cuisine, neighborhood: '' }, scene) ?? ''}
                alt=""
                width={400}
                height={300}
              />
            </span>
          </Specimen>
        );
      })}
      <Specimen name="placeholder">
        <Cover venue={{ cover_image_url: null, cover_art: null, neighborhood: '' }} />
      </Specimen>
    </Shelf>
  );
}
