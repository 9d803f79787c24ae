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
  /** Called by Enter, after `onChange`. */
  onEnter?: ((value: string) => void) | undefined;
};

export function SearchBox({ value, onChange, onType, onEnter }: Props) {
  const { text, type, set } = useDebouncedText(value, onChange);
  return (
    <div className="input" role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        placeholder={VENUES.searchOrLink()}
        aria-label={VENUES.search}
        enterKeyHint="search"
        value={text}
        onKeyDown={(event) => {
          // An Enter that ends a composition (Japanese, Chinese) belongs to the text.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          set(text);
          onEnter?.(text);
        }}
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
