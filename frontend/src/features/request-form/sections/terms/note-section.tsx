import { platformName, takesNote } from '@/entities/platform/platforms';
import type { SelectedVenue } from '@/entities/venue/selection';
import { MAX_NOTE } from '@/features/request-form/draft/fields';
import { TextField } from '@/ui/field';
import { NOTE } from './terms-messages';

type Props = {
  note: string;
  venues: readonly SelectedVenue[];
  onChange: (note: string) => void;
};

/** A note that goes with the booking. Shown if the platform of a chosen restaurant takes one. */
export function NoteSection({ note, venues, onChange }: Props) {
  const platforms = [...new Set(venues.map(({ reservation_source }) => reservation_source))];
  if (!platforms.some(takesNote)) return null;
  const without = platforms.filter((platform) => !takesNote(platform)).map(platformName);
  return (
    <section className="form-section">
      <TextField
        optional
        label={NOTE.label}
        hint={[NOTE.help(MAX_NOTE - note.length), ...without.map(NOTE.notEverywhere)].join(' ')}
        maxLength={MAX_NOTE}
        autoComplete="off"
        value={note}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </section>
  );
}
