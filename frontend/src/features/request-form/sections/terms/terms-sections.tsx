/** The sections about the terms of a booking: an override, the limits of fees, the note and the card. */
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { CardChoice } from '@/features/request-form/draft/chosen-cards';
import type { Draft } from '@/features/request-form/draft/draft';
import { OverrideSection } from '../override-section';
import { FeeSection } from './fee-section';
import { NoteSection } from './note-section';

const CardSection = lazyPanel(
  async () => (await import('@/features/request-form/sections/terms/card-section')).CardSection,
);

type Props = {
  draft: Draft;
  venues: readonly SelectedVenue[];
  /** Whether the plan includes overrides. */
  isPro: boolean;
  /** The cards from which the user may choose; none for a client. */
  cards: readonly CardChoice[];
  onChange: (part: Partial<Draft>) => void;
  onUpgrade: () => void;
};

export function TermsSections({ draft, venues, isPro, cards, onChange, onUpgrade }: Props) {
  return (
    <>
      <OverrideSection
        value={draft.override}
        isPro={isPro}
        onChange={(override) => {
          onChange({ override });
        }}
        onUpgrade={onUpgrade}
      />
      <FeeSection
        now={draft.feeCeilingCents}
        cancel={draft.cancelFeeCeilingCents ?? 0}
        onNow={(feeCeilingCents) => {
          onChange({ feeCeilingCents });
        }}
        onCancel={(cancelFeeCeilingCents) => {
          onChange({ cancelFeeCeilingCents });
        }}
      />
      <NoteSection
        note={draft.note}
        venues={venues}
        onChange={(note) => {
          onChange({ note });
        }}
      />
      {cards.length > 0 && (
        <CardSection
          choices={cards}
          onChange={(platform, card) => {
            onChange({ cards: { ...draft.cards, [platform]: card } });
          }}
        />
      )}
    </>
  );
}
