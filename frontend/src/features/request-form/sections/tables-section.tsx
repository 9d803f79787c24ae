/** One table in all or one for each date, and the order of the dates. Shown for several dates. */
import type { IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { ChoiceGroup } from '@/ui/choice-group';
import { RankedList } from '@/ui/ranked-list';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { Option } from './option';
import { WizardSection } from './wizard-section';

type Props = {
  dates: readonly IsoDate[];
  oneTable: boolean;
  /** The edited group has a booked table, so one table for each date is the only choice. */
  hasTable: boolean;
  error: string | undefined;
  onChange: (oneTable: boolean) => void;
  onMove: (from: number, to: number) => void;
};

export function TablesSection({ dates, oneTable, hasTable, error, onChange, onMove }: Props) {
  const ways = [
    { value: true, label: REQUEST_FORM.oneTable, help: REQUEST_FORM.oneTableHelp },
    { value: false, label: REQUEST_FORM.tableForEach, help: REQUEST_FORM.tableForEachHelp },
  ];
  return (
    <WizardSection title={REQUEST_FORM.tables} field="one_table_error" error={error}>
      {hasTable ? (
        <p className="hint">{REQUEST_FORM.hasTable}</p>
      ) : (
        <ChoiceGroup className="options" aria-label={REQUEST_FORM.tables}>
          {ways.map(({ value, label, help }) => (
            <Option
              key={label}
              wide
              chosen={oneTable === value}
              description={help}
              onClick={() => {
                onChange(value);
              }}
            >
              {label}
            </Option>
          ))}
        </ChoiceGroup>
      )}
      {oneTable && !hasTable && (
        <div className="date-order">
          <h3>{REQUEST_FORM.dateOrder}</h3>
          <p className="hint">{REQUEST_FORM.dateOrderHelp}</p>
          <RankedList
            label={REQUEST_FORM.dateOrder}
            items={dates.map((date) => ({
              key: date,
              name: formatDay(date),
              content: formatDay(date),
            }))}
            onMove={onMove}
          />
        </div>
      )}
    </WizardSection>
  );
}
