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
import { GALLERY } from './messages';
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
                  {GALLERY.reserveIn(state)}
                </Button>
              </span>
            ))}
          </Specimen>
        )),
      )}
      <Specimen name="block">
        <Button block variant="primary">
          {GALLERY.reserve}
        </Button>
      </Specimen>
      <Specimen name="icon">
        <IconButton label={GALLERY.close}>
          <X aria-hidden="true" />
        </IconButton>
      </Specimen>
      <Specimen name="chosen">
        <span>
          <Button aria-pressed>{GALLERY.selected}</Button>
        </span>
      </Specimen>
    </Shelf>
  );
}

export function Fields() {
  return (
    <Shelf>
      <Specimen name="empty">
        <TextField label={GALLERY.firstName} />
      </Specimen>
      <Specimen name="filled, optional, with a hint">
        <TextField
          label={GALLERY.referral}
          optional
          hint={GALLERY.referralHint}
          defaultValue="K7M2"
        />
      </Specimen>
      <Specimen name="error">
        <TextField label={GALLERY.email} defaultValue="maya@" error="Must be valid email" />
      </Specimen>
      <Specimen name="error and hint">
        <TextField label={GALLERY.email} hint={LONG_SENTENCE} error={LONG_SENTENCE} />
      </Specimen>
      <Specimen name="disabled">
        <TextField label={GALLERY.zip} disabled defaultValue="10013" />
      </Specimen>
      <Specimen name="password">
        <PasswordField label={GALLERY.password} defaultValue="Supper4two!" autoComplete="off" />
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
      label={GALLERY.phone}
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
        <Checkbox>{GALLERY.accept}</Checkbox>
        <Checkbox defaultChecked>{GALLERY.accept}</Checkbox>
        <Checkbox disabled>{GALLERY.accept}</Checkbox>
        <Checkbox error="You must accept Terms and conditions">{GALLERY.accept}</Checkbox>
      </Specimen>
      <Specimen name="switch: off, on, disabled">
        <Switch aria-label={GALLERY.off} />
        <Switch aria-label={GALLERY.on} defaultChecked />
        <Switch aria-label={GALLERY.offDisabled} disabled />
        <Switch aria-label={GALLERY.onDisabled} disabled defaultChecked />
      </Specimen>
      <Specimen name="option">
        <Option centered>2</Option>
        <Option centered chosen>
          4
        </Option>
        <Option note={formatTimeRange('18:30', '20:30')}>{GALLERY.prime}</Option>
        <Option chosen note={formatTimeRange('20:30', '22:30')}>
          {GALLERY.late}
        </Option>
        <Option description={GALLERY.noDate}>{GALLERY.dayBefore}</Option>
      </Specimen>
      <Specimen name="option behind a gate">
        <LockedOption note={GALLERY.anyParty} onClick={nothing}>
          {GALLERY.custom}
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
  seen: GALLERY.loginExpired,
  watching: 'Redirecting to subscription management',
};

export function Feedback() {
  return (
    <Shelf wide>
      <Specimen name="notice, confirmed">
        <Notice tone="confirmed" title={GALLERY.connected} />
      </Specimen>
      <Specimen name="notice, unsuccessful">
        <Notice tone="unsuccessful" title={GALLERY.mismatch}>
          {LONG_SENTENCE}
        </Notice>
      </Specimen>
      <Specimen name="banner">
        <Banner>
          <b>{GALLERY.platformAway}</b> {GALLERY.platformAwayText}
        </Banner>
      </Specimen>
      <Specimen name="banner with an action">
        <Banner action={<Button size="sm">{GALLERY.showBoth}</Button>}>{LONG_SENTENCE}</Banner>
      </Specimen>
      <Specimen name="load error">
        <LoadError title={GALLERY.requestsFailed} onRetry={nothing} />
      </Specimen>
      <Specimen name="load error, pending">
        <LoadError title={GALLERY.venuesFailed} onRetry={nothing} pending />
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
