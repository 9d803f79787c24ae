/** The primitives of `ui/`: each variant, size and state. */
import { useState } from 'react';
import { LockedOption, Option, ProTag } from '@/features/request-form/sections/option';
import { COUNTRIES, DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { LONG_NAME } from '@/testing/fixtures';
import { formatTimeRange } from '@/lib/format';
import { Banner } from '@/ui/banner';
import { Button, BUTTON_SIZES, BUTTON_VARIANTS, IconButton } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Chip } from '@/ui/chip';
import { PasswordField, TextField } from '@/ui/field';
import { LoadError } from '@/ui/load-error';
import { Notice } from '@/ui/notice';
import { PhoneField } from '@/ui/phone-field';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { toast, type ToastTone } from '@/ui/toast';
import { X } from 'lucide-react';
import { Shelf, Specimen } from './specimen';

const nothing = () => undefined;
const LONG_SENTENCE = `${LONG_NAME} asks for a deposit of $50.00 for each of the party, and keeps it when nobody comes.`;

const BUTTON_STATES = {
  rest: {},
  disabled: { disabled: true },
  pending: { pending: true, pendingLabel: 'Reserving…' },
} as const;
type ButtonState = keyof typeof BUTTON_STATES;

export function Buttons() {
  return (
    <Shelf>
      {BUTTON_VARIANTS.flatMap((variant) =>
        BUTTON_SIZES.map((size) => (
          <Specimen key={`${variant} ${size}`} name={`${variant}, ${size}`}>
            {(Object.keys(BUTTON_STATES) as ButtonState[]).map((state) => (
              <span key={state}>
                <Button variant={variant} size={size} {...BUTTON_STATES[state]}>
                  Reserve, {state}
                </Button>
              </span>
            ))}
          </Specimen>
        )),
      )}
      <Specimen name="block">
        <Button block variant="primary">
          Reserve
        </Button>
      </Specimen>
      <Specimen name="icon">
        <IconButton label="Close">
          <X aria-hidden="true" />
        </IconButton>
      </Specimen>
      <Specimen name="chosen">
        <span>
          <Button aria-pressed>Selected</Button>
        </span>
      </Specimen>
    </Shelf>
  );
}

export function Fields() {
  return (
    <Shelf>
      <Specimen name="empty">
        <TextField label="First name" />
      </Specimen>
      <Specimen name="filled, optional, with a hint">
        <TextField
          label="Referral code"
          optional
          hint="From your invitation."
          defaultValue="K7M2"
        />
      </Specimen>
      <Specimen name="error">
        <TextField label="Email" defaultValue="maya@" error="Must be valid email" />
      </Specimen>
      <Specimen name="error and hint">
        <TextField label="Email" hint={LONG_SENTENCE} error={LONG_SENTENCE} />
      </Specimen>
      <Specimen name="disabled">
        <TextField label="Zip code" disabled defaultValue="10013" />
      </Specimen>
      <Specimen name="password">
        <PasswordField label="Password" defaultValue="Supper4two!" autoComplete="off" />
      </Specimen>
      <Specimen name="phone">
        <Phone digits="9175550142" />
      </Specimen>
      <Specimen name="phone, error">
        <Phone digits="917" error="Phone number must have exactly 10 digits." />
      </Specimen>
    </Shelf>
  );
}

function Phone({ digits, error }: { digits: string; error?: string }) {
  const [typed, setTyped] = useState(digits);
  return (
    <PhoneField
      label="Phone"
      countries={COUNTRIES}
      countryCode={DEFAULT_COUNTRY_CODE}
      onCountryCode={nothing}
      digits={typed}
      onDigits={setTyped}
      error={error}
    />
  );
}

export function Choices() {
  return (
    <Shelf>
      <Specimen name="checkbox">
        <Checkbox>I accept the terms.</Checkbox>
        <Checkbox defaultChecked>I accept the terms.</Checkbox>
        <Checkbox disabled>I accept the terms.</Checkbox>
        <Checkbox error="You must accept Terms and conditions">I accept the terms.</Checkbox>
      </Specimen>
      <Specimen name="switch: off, on, disabled">
        <Switch aria-label="Off" />
        <Switch aria-label="On" defaultChecked />
        <Switch aria-label="Off, disabled" disabled />
        <Switch aria-label="On, disabled" disabled defaultChecked />
      </Specimen>
      <Specimen name="option">
        <Option centred>2</Option>
        <Option centred chosen>
          4
        </Option>
        <Option note={formatTimeRange('18:30', '20:30')}>Prime</Option>
        <Option chosen note={formatTimeRange('20:30', '22:30')}>
          Late
        </Option>
        <Option description="No date yet">1 day before</Option>
      </Specimen>
      <Specimen name="option behind a gate">
        <LockedOption note="Any party of 1 to 10" onClick={nothing}>
          Custom
        </LockedOption>
        <span>
          <ProTag />
        </span>
      </Specimen>
      <Specimen name="chip">
        <span className="flex min-w-0">
          <Chip name="Vesper" onRemove={nothing} />
        </span>
        <span className="flex min-w-0">
          <Chip name={LONG_NAME} onRemove={nothing} />
        </span>
      </Specimen>
    </Shelf>
  );
}

const TOASTS: Record<ToastTone, string> = {
  confirmed: 'Successfully connected',
  unsuccessful: 'Please select a valid time',
  seen: 'Your Resy login has expired',
  watching: 'Redirecting to subscription management',
};

export function Feedback() {
  return (
    <Shelf wide>
      <Specimen name="notice, confirmed">
        <Notice tone="confirmed" title="Your Resy account successfully connected." />
      </Specimen>
      <Specimen name="notice, unsuccessful">
        <Notice tone="unsuccessful" title="Email and password do not match">
          {LONG_SENTENCE}
        </Notice>
      </Specimen>
      <Specimen name="banner">
        <Banner>
          <b>Resy is not answering.</b> Requests there go on as soon as it does.
        </Banner>
      </Specimen>
      <Specimen name="banner with an action">
        <Banner action={<Button size="sm">Show both</Button>}>{LONG_SENTENCE}</Banner>
      </Specimen>
      <Specimen name="load error">
        <LoadError title="Failed to load reservations. Please try again later." onRetry={nothing} />
      </Specimen>
      <Specimen name="load error, pending">
        <LoadError title="The restaurants could not be loaded." onRetry={nothing} pending />
      </Specimen>
      <Specimen name="skeleton">
        <Skeleton className="h-5 w-60" />
        <Skeleton className="h-19" />
      </Specimen>
      <Specimen name="toasts">
        <span className="flex flex-wrap gap-2">
          {(Object.keys(TOASTS) as ToastTone[]).map((tone) => (
            <Button
              key={tone}
              size="sm"
              onClick={() => {
                toast({ title: TOASTS[tone], tone });
              }}
            >
              {tone}
            </Button>
          ))}
        </span>
      </Specimen>
    </Shelf>
  );
}
