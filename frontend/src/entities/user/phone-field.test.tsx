import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { personFields } from './fields';
import { COUNTRIES, DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { renderPart } from '@/testing/render';
import { PhoneField } from '@/ui/phone-field';

/** A form of one phone: the field, the number as it is sent, and the form's sentence. */
function Form({ start }: { start: string }) {
  const [countryCode, setCountryCode] = useState(start);
  const [digits, setDigits] = useState('');
  const { issues } = v.safeParse(personFields.phone, digits);
  return (
    <>
      <PhoneField
        label="Phone"
        countries={COUNTRIES}
        countryCode={countryCode}
        onCountryCode={setCountryCode}
        digits={digits}
        onDigits={setDigits}
        error={digits === '' ? undefined : issues?.[0].message}
      />
      <output>{countryCode + digits}</output>
    </>
  );
}

async function paste(text: string, start = DEFAULT_COUNTRY_CODE) {
  const { user } = renderPart(<Form start={start} />);
  await user.click(screen.getByRole('textbox', { name: 'Phone' }));
  await user.paste(text);
}

describe('a pasted phone', () => {
  test.each([
    ['+1 (212) 555-0123', '+1', '+12125550123'],
    ['+1 (212) 555-0123', '+44', '+12125550123'],
    ['0044 20 7946 0958', '+1', '+442079460958'],
    ['+44 (0)20 7946 0958', '+1', '+442079460958'],
    ['+44 (0)20 7946 0958', '+44', '+442079460958'],
    ['(212) 555-0123 ext. 5', '+1', '+12125550123'],
    ['\u202a+1 212\u200b 555\u00a00123\u202c', '+1', '+12125550123'],
  ])('%s behind %s is %s', async (text, start, phone) => {
    await paste(text, start);
    await waitFor(() => {
      expect(screen.getByRole('status')).toHaveTextContent(phone);
    });
    expect(screen.getByRole('textbox', { name: 'Phone' })).not.toHaveAccessibleDescription();
  });

  test.each(['+999 21 2555 0123 4', '00 000 212 555 0123 99', '+1 212 555 0123 / +1 646 555 0100'])(
    '%s is no number, keeps its digits, and the form says so',
    async (text) => {
      await paste(text);
      const field = screen.getByRole('textbox', { name: 'Phone' });
      await waitFor(() => {
        expect(field).toHaveAccessibleDescription('Phone number must have exactly 10 digits.');
      });
      expect(screen.getByRole('status')).toHaveTextContent(/^\+1\d{11,}$/);
    },
  );

  test('with letters only stays out of the field', async () => {
    await paste('call me');
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('');
  });
});
