/** The choice of the card for bookings, if an account has several. The account's default card is preselected. */
import { PLATFORM_NAMES } from '@/entities/platform/platforms';
import { Field } from '@/ui/field';
import type { CardChoice } from '../../draft/chosen-cards';
import type { Draft } from '../../draft/draft';
import { CARD } from './terms-messages';

type Props = {
  choices: readonly CardChoice[];
  onChange: (cards: Partial<Pick<Draft, 'resyCard' | 'openTableCard'>>) => void;
};

const FIELD = { resy: 'resyCard', opentable: 'openTableCard' } as const;

export function CardSection({ choices, onChange }: Props) {
  return choices.map((choice) => (
    <OneCard
      key={choice.platform}
      choice={choice}
      onChoose={(id) => {
        onChange({ [FIELD[choice.platform]]: id });
      }}
    />
  ));
}

function OneCard({ choice, onChoose }: { choice: CardChoice; onChoose: (id: string) => void }) {
  return (
    <section className="form-section">
      <Field label={CARD.label(PLATFORM_NAMES[choice.platform])}>
        {(control) => (
          <div className="input">
            <select
              {...control}
              value={choice.chosen}
              onChange={({ target }) => {
                onChoose(target.value);
              }}
            >
              {choice.cards.map((card) => (
                <option key={card.id} value={card.is_default ? '' : card.id}>
                  {card.is_default ? CARD.standard(card.label) : card.label}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
    </section>
  );
}
