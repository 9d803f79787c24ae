import { VENUES } from './messages';

/** The price as dollar signs out of four, announced as "Price 3 of 4". */
export function Price({ value }: { value: number }) {
  const paid = Math.min(4, Math.max(1, value));
  return (
    <span className="price" role="img" aria-label={VENUES.price(paid)}>
      {'$'.repeat(paid)}
      <i aria-hidden="true">{'$'.repeat(4 - paid)}</i>
    </span>
  );
}
