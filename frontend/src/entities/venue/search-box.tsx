import { Search, X } from 'lucide-react';
import { useDebouncedText } from '@/lib/use-debounced-text';

type Props = {
  /** The value in the address. */
  value: string;
  /** Called after 500 ms without typing, and at once when the text is cleared. */
  onChange: (value: string) => void;
};

export function SearchBox({ value, onChange }: Props) {
  const { text, type, set } = useDebouncedText(value, onChange);
  return (
    <div className="input" role="search">
      <Search aria-hidden="true" />
      <input
        type="search"
        placeholder="Search restaurants"
        aria-label="Search restaurants"
        value={text}
        onChange={(event) => {
          type(event.target.value);
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon-btn mr-minus-3"
          aria-label="Clear search"
          onClick={() => {
            set('');
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
