import { Search, X } from 'lucide-react';
import { useTyped } from '@/lib/use-debounced-text';

type Props = {
  /** What the address says. */
  value: string;
  /** Called with the text once it stood still for 500 ms, and at once when it is cleared. */
  onChange: (value: string) => void;
};

export function SearchBox({ value, onChange }: Props) {
  const { text, type, set } = useTyped(value, onChange);
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
