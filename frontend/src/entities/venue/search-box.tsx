import { Search, X } from 'lucide-react';
import { VENUES } from './messages';
import { useDebouncedText } from '@/lib/use-debounced-text';

type Props = {
  /** The value in the address. */
  value: string;
  /** Called after 500 ms without typing, and at once when the text is cleared. */
  onChange: (value: string) => void;
  /** Called at once with each change of the text. */
  onType?: ((value: string) => void) | undefined;
};

export function SearchBox({ value, onChange, onType }: Props) {
  const { text, type, set } = useDebouncedText(value, onChange);
  return (
    <div className="input" role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        placeholder={VENUES.search}
        aria-label={VENUES.search}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          if (typed === '') set('');
          else type(typed);
          onType?.(typed);
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon-btn mr-minus-3"
          aria-label={VENUES.clearSearch}
          onClick={() => {
            set('');
            onType?.('');
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
