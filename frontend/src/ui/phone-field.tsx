import { useLayoutEffect, useRef, useState } from 'react';
import { caretAfter, formatPhone, phoneDigits } from '@/lib/phone';
import { Field } from './field';
import { UI } from './messages';

type Props = {
  label: string;
  countries: readonly { code: string; name: string }[];
  countryCode: string;
  onCountryCode: (code: string) => void;
  /** At most ten digits. */
  digits: string;
  onDigits: (digits: string) => void;
  onBlur?: () => void;
  ref?: (input: HTMLInputElement | null) => void;
  hint?: string | undefined;
  error?: string | undefined;
};

/** A country code and a number, shown with dashes and reported as digits. */
export function PhoneField(props: Props) {
  const {
    label,
    countries,
    countryCode,
    onCountryCode,
    digits,
    onDigits,
    onBlur,
    ref,
    hint,
    error,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Several countries share a code, so the choice is kept by name.
  const [country, setCountry] = useState(countries.find(({ code }) => code === countryCode)?.name);
  const shown = formatPhone(digits);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <div className="phone">
          <div className="input">
            <select
              aria-label={UI.countryCode}
              autoComplete="tel-country-code"
              value={country}
              onChange={({ target }) => {
                setCountry(target.value);
                const chosen = countries.find(({ name }) => name === target.value);
                if (chosen !== undefined) onCountryCode(chosen.code);
              }}
            >
              {countries.map(({ code, name }) => (
                <option key={name} value={name}>
                  {code} {name}
                </option>
              ))}
            </select>
          </div>
          <div className="input" data-invalid={error === undefined ? undefined : ''}>
            <input
              {...control}
              ref={(element) => {
                input.current = element;
                ref?.(element);
              }}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="000-000-0000"
              value={shown}
              onBlur={onBlur}
              onChange={({ target }) => {
                const before = phoneDigits(
                  target.value.slice(0, target.selectionStart ?? undefined),
                );
                const next = phoneDigits(target.value);
                caret.current = caretAfter(formatPhone(next), before.length);
                onDigits(next);
              }}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
