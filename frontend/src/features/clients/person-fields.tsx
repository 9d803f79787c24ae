import type { ReactNode } from 'react';
import { COUNTRIES } from '@/lib/countries';
import { TextField } from '@/ui/field';
import { PhoneField } from '@/ui/phone-field';
import type { ClientErrors, ClientFields } from './client-form';
import { FIELD_LABELS } from './messages';

type Props = {
  fields: ClientFields;
  errors: ClientErrors;
  onChange: (change: Partial<ClientFields>) => void;
  children?: ReactNode;
};

/** The client's name and contact. The browser fills nothing in: it knows the concierge, not the client. */
export function PersonFields({ fields, errors, onChange, children }: Props) {
  const text = (name: 'first_name' | 'last_name' | 'email' | 'zip_code', most: number) => ({
    label: FIELD_LABELS[name],
    name,
    value: fields[name],
    maxLength: most,
    autoComplete: 'off',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      onChange({ [name]: event.target.value });
    },
  });
  return (
    <div className="columns-3">
      <TextField {...text('first_name', 100)} className="narrow" />
      <TextField {...text('last_name', 100)} className="wide" />
      <TextField {...text('email', 254)} type="email" inputMode="email" className="wide" />
      <TextField {...text('zip_code', 12)} className="narrow" />
      <div className="full-width client-phone">
        <PhoneField
          label={FIELD_LABELS.phone}
          countries={COUNTRIES}
          countryCode={fields.phone_country_code}
          onCountryCode={(phone_country_code) => {
            onChange({ phone_country_code });
          }}
          digits={fields.phone}
          onDigits={(phone) => {
            onChange({ phone });
          }}
          ref={named}
          error={errors.phone ?? errors.phone_country_code}
        />
      </div>
      {children}
    </div>
  );
}

/** The phone's input is found by its name, like the others. */
function named(input: HTMLInputElement | null): void {
  if (input !== null) input.name = 'phone';
}
