import { useState } from 'react';
import { cutAtWord } from '@/entities/venue/cut-at-word';
import { RESTAURANT } from './messages';

/** The text is cut to this many characters until "Show more" (specification §9). */
const CUT = 300;

export function NeedToKnow({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > CUT;
  return (
    <section className="mt-8 grid gap-3" aria-labelledby="need-to-know">
      <h2 id="need-to-know">{RESTAURANT.needToKnow}</h2>
      <p className="prose">{long && !whole ? cutAtWord(text, CUT) : text}</p>
      {long && (
        <button
          type="button"
          className="link justify-self-start"
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {whole ? RESTAURANT.less : RESTAURANT.more}
        </button>
      )}
    </section>
  );
}
