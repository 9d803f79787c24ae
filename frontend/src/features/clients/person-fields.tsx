import { COUNTRIES } from '@/lib/countries';
import { Checkbox } from '@/ui/checkbox';
import { TextField } from '@/ui/field';
import { PhoneField } from '@/ui/phone-field';
import type { ClientErrors, ClientFields, ClientForm } from './client-form';
import { CLIENTS, FIELD_LABELS } from './messages';

type Props = {
  client: ClientForm;
  errors: ClientErrors;
  onChange: (change: Partial<ClientFields>) => void;
  onSave: (save: boolean) => void;
};

/** The client's name and contact. The browser fills nothing in: it knows the concierge, not the client. */
export function PersonFields({ client, errors, onChange, onSave }: Props) {
  const { fields } = client;
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
      <div className="full-width">
        <Checkbox
          checked={client.save}
          onChange={({ target }) => {
            onSave(target.checked);
          }}
        >
          {CLIENTS.keep}
        </Checkbox>
      </div>
    </div>
  );
}

/** The phone's input is found by its name, like the others. */
function named(input: HTMLInputElement | null): void {
  if (input !== null) input.name = 'phone';
}
