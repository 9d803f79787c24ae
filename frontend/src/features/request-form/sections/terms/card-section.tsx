/** The choice of the card for bookings, if an account has several. The account's default card is preselected. */
import { platformName } from '@/entities/platform/platforms';
import { Field } from '@/ui/field';
import type { CardChoice } from '../../draft/chosen-cards';
import { CARD } from './terms-messages';

type Props = {
  choices: readonly CardChoice[];
  /** The platform and the id of the card. */
  onChange: (platform: string, card: string) => void;
};

export function CardSection({ choices, onChange }: Props) {
  return choices.map((choice) => (
    <OneCard
      key={choice.platform}
      choice={choice}
      onChoose={(id) => {
        onChange(choice.platform, id);
      }}
    />
  ));
}

function OneCard({ choice, onChoose }: { choice: CardChoice; onChoose: (id: string) => void }) {
  return (
    <section className="form-section">
      <Field label={CARD.label(platformName(choice.platform))}>
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
