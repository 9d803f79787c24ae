import { CreditCard } from 'lucide-react';
import { useRef } from 'react';
import { Field } from '@/ui/field';
import {
  isCardKept,
  withoutCard,
  type ClientErrors,
  type ClientFields,
  type ClientForm,
} from './client-form';
import { CLIENTS, FIELD_LABELS } from './messages';
import { EXPIRY_MONTHS, expiryYears, formatCardNumber } from './schema';

type Props = {
  client: ClientForm;
  errors: ClientErrors;
  onChange: (change: Partial<ClientFields>) => void;
};

/** The card: the mask of the one on file until the user enters another, else four fields. */
export function CardFields({ client, errors, onChange }: Props) {
  const { fields } = client;
  const isKept = isCardKept(client);
  const number = useRef<HTMLInputElement>(null);
  return (
    <div className="columns-3">
      <Field
        label={FIELD_LABELS.cc_number}
        hint={isKept ? CLIENTS.cardKept : CLIENTS.cardHint}
        error={errors.cc_number}
        className="wide"
      >
        {(control) => (
          <div className="input" data-invalid={errors.cc_number === undefined ? undefined : ''}>
            <CreditCard aria-hidden="true" />
            <input
              {...control}
              ref={number}
              name="cc_number"
              className="mono"
              inputMode="numeric"
              autoComplete="off"
              placeholder={CLIENTS.numberExample}
              value={fields.cc_number}
              readOnly={isKept}
              onChange={({ target }) => {
                onChange({ cc_number: formatCardNumber(target.value) });
              }}
            />
            {isKept && (
              <button
                type="button"
                className="link reveal"
                onClick={() => {
                  onChange(withoutCard(client).fields);
                  number.current?.focus();
                }}
              >
                {CLIENTS.change} <span className="sr-only">{CLIENTS.changeWhat}</span>
              </button>
            )}
          </div>
        )}
      </Field>
      <Field label={FIELD_LABELS.cvc} error={errors.cvc}>
        {(control) => (
          <div className="input" data-invalid={errors.cvc === undefined ? undefined : ''}>
            <input
              {...control}
              name="cvc"
              className="mono"
              inputMode="numeric"
              autoComplete="off"
              placeholder={CLIENTS.cvcExample}
              maxLength={4}
              value={fields.cvc}
              readOnly={isKept}
              onChange={({ target }) => {
                onChange({ cvc: target.value.replace(/\D/g, '') });
              }}
            />
          </div>
        )}
      </Field>
      <Expiry
        name="exp_month"
        blank={CLIENTS.month}
        options={EXPIRY_MONTHS}
        {...{ fields, errors, isKept, onChange }}
      />
      <Expiry
        name="exp_year"
        blank={CLIENTS.year}
        options={expiryYears(new Date())}
        {...{ fields, errors, isKept, onChange }}
      />
    </div>
  );
}

function Expiry({
  name,
  blank,
  options,
  fields,
  errors,
  isKept,
  onChange,
}: {
  name: 'exp_month' | 'exp_year';
  blank: string;
  options: readonly string[];
  fields: ClientFields;
  errors: ClientErrors;
  isKept: boolean;
  onChange: (change: Partial<ClientFields>) => void;
}) {
  return (
    <Field label={FIELD_LABELS[name]} error={errors[name]}>
      {(control) => (
        <div className="input" data-invalid={errors[name] === undefined ? undefined : ''}>
          <select
            {...control}
            name={name}
            autoComplete="off"
            value={fields[name]}
            disabled={isKept}
            onChange={({ target }) => {
              onChange({ [name]: target.value });
            }}
          >
            <option value="">{blank}</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
