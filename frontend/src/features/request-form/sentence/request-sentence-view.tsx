/** The request as one sentence; a press on one of its words opens what changes it. */
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { Entitlements } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import type { SelectedVenue } from '@/entities/venue/selection';
import { FieldError } from '@/ui/field';
import { lazyPopover } from '@/ui/overlays/lazy-popover';
import type { Draft } from '../draft/draft';
import type { ErrorField, WizardErrors } from '../wizard-schema';
import { SENTENCE } from './messages';
import { requestSentence, type SentenceField, type Word } from './request-sentence';
import './request-sentence.css';

const WordPopover = lazyPopover(async () => (await import('./word-popover')).WordPopover);

/** The errors that a word of the sentence corrects, in the order of the sentence. */
const ERRORS = {
  party: 'party_size_error',
  venue: 'venues_error',
  date: 'dates_error',
  time: 'times_error',
} as const satisfies Record<SentenceField, ErrorField>;
export const SENTENCE_ERRORS: readonly ErrorField[] = Object.values(ERRORS);

const NONE: readonly IsoDate[] = [];

type Props = {
  draft: Draft;
  /** Null leaves out the restaurant. */
  venues: readonly Pick<SelectedVenue, 'id' | 'venue_name'>[] | null;
  entitlements: Entitlements;
  /** Null while they are shown elsewhere. */
  errors: WizardErrors | null;
  /** Dates of the user's other requests. */
  used?: readonly IsoDate[];
  /** Dates of the edited group that cannot be changed. */
  closed?: readonly IsoDate[];
  /** Below an error: where the user can do what it says is impossible here. */
  instead?: (error: string) => ReactNode;
  onChange: (field: ErrorField, part: Partial<Draft>) => void;
  /** Chooses a restaurant instead of this one, or the first. Without it restaurants are no words to press. */
  onVenue?: (id: number | null) => void;
  /** Opens the plans. Null leaves out what the plan does not include. */
  onUpgrade: (() => void) | null;
};

export function RequestSentence(props: Props) {
  const { draft, venues, entitlements, errors, used = NONE, closed = NONE } = props;
  const { instead, onVenue } = props;
  const { onChange, onUpgrade } = props;
  const [open, setOpen] = useState<SentenceField | null>(null);
  const errorsId = useId();
  const wrong = SENTENCE_ERRORS.flatMap((field) => {
    const error = errors?.[field];
    return error === undefined ? [] : [{ field, error }];
  });
  const control = (word: Word) => {
    const { field, venueId } = word;
    if (field === 'venue') {
      return (
        <WordButton
          word={word}
          aria-haspopup="dialog"
          onClick={() => {
            onVenue?.(venueId);
          }}
        />
      );
    }
    return (
      <WordPopover
        field={field}
        open={open === field}
        onOpenChange={(isOpen) => {
          setOpen(isOpen ? field : null);
        }}
        trigger={<WordButton word={word} />}
        draft={draft}
        entitlements={entitlements}
        used={used}
        closed={closed}
        onChange={(part) => {
          onChange(ERRORS[field], part);
        }}
        onUpgrade={onUpgrade}
      />
    );
  };
  return (
    <div className="request-sentence">
      <p
        role="group"
        aria-label={SENTENCE.title}
        aria-describedby={wrong.length === 0 ? undefined : errorsId}
      >
        {requestSentence(draft, venues).map((part, index) => {
          // The index is the key: a part has no other identity, and a popover stays with its word.
          if (typeof part === 'string') return <span key={index}>{part}</span>;
          if (part.field === 'venue' && onVenue === undefined)
            return <span key={index}>{part.text}</span>;
          return (
            <span key={index} data-field={errors === null ? undefined : ERRORS[part.field]}>
              {control(part)}
            </span>
          );
        })}
      </p>
      <div id={errorsId} aria-live="polite">
        {wrong.map(({ field, error }) => (
          <div key={field}>
            <FieldError>{error}</FieldError>
            {instead?.(error)}
          </div>
        ))}
      </div>
    </div>
  );
}

function WordButton({ word, ...button }: ComponentProps<'button'> & { word: Word }) {
  return (
    <button
      {...button}
      type="button"
      className="request-word"
      data-open={word.isChosen ? undefined : ''}
    >
      <span className="sr-only">{SENTENCE.names[word.field]}:</span> {word.text}
    </button>
  );
}
