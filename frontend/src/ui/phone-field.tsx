import { useLayoutEffect, useRef, useState } from 'react';
import { caretAfter, formatPhone, hasCountryCode, nationalDigits, PHONE_DIGITS } from '@/lib/phone';
import { Field } from './field';
import { UI } from './messages';

type Props = {
  label: string;
  countries: readonly { code: string; name: string }[];
  countryCode: string;
  onCountryCode: (code: string) => void;
  /** Ten digits, fewer while they are typed, and more if what was pasted has more. */
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
  const [chosen, setChosen] = useState('');
  const options = countries.some(({ code }) => code === countryCode)
    ? countries
    : [...countries, { code: countryCode, name: UI.otherCountry }];
  const fitting = options.filter(({ code }) => code === countryCode).map(({ name }) => name);
  const country = fitting.includes(chosen) ? chosen : fitting[0];
  const shown = formatPhone(digits);
  const pasted = useRef<string | null>(null);

  /** A whole number at once, from the clipboard or from the browser. It may name a country of its own. */
  function accept(text: string) {
    const next = nationalDigits(text, countryCode);
    pasted.current = text;
    onDigits(next);
    if (!hasCountryCode(text) && next.length === PHONE_DIGITS) return;
    // Without the code of the numbering plans the digits stay as they are, and the form says what is wrong.
    void import('@/lib/read-phone')
      .then(({ readPhone }) => {
        const found = readPhone(text, countryCode);
        if (found === null || pasted.current !== text) return;
        onCountryCode(found.countryCode);
        onDigits(found.digits);
      })
      .catch(() => undefined);
  }

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
                setChosen(target.value);
                const next = options.find(({ name }) => name === target.value);
                if (next !== undefined) onCountryCode(next.code);
              }}
            >
              {options.map(({ code, name }) => (
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
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (text.replace(/\D/g, '').length < PHONE_DIGITS) return;
                event.preventDefault();
                accept(text);
              }}
              onChange={({ target }) => {
                const next = nationalDigits(target.value, countryCode);
                if (next.length > digits.length + 1) {
                  accept(target.value);
                  return;
                }
                const before = target.value.slice(0, target.selectionStart ?? undefined);
                const isCut = digits.length <= PHONE_DIGITS;
                const kept = isCut ? next.slice(0, PHONE_DIGITS) : next;
                pasted.current = null;
                caret.current = caretAfter(formatPhone(kept), before.replace(/\D/g, '').length);
                onDigits(kept);
              }}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
