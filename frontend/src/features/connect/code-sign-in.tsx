/**
 * Signing in with a code (specification §2, Connect accounts): the phone or email address, the code, and what the
 * platform may ask for after it. A refused code or answer keeps the form, with the server's sentence about the tries
 * left, or ends the sign-in with the error state. The card around it shows success.
 */
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { Platform } from '@/api/types';
import { mayBlockUs, refusalEndsSignIn } from '@/entities/platform/wire';
import { formatPhone } from '@/lib/phone';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { toast } from '@/ui/toast';
import { CaptchaNotice } from './captcha-notice';
import { ACCOUNTS } from './messages';
import { useAnswerChallenge, useConfirmCode, useSendCode } from './mutations';
import { PhoneForm } from './phone-form';
import type { CodeAddress, CodeRequest } from './saved-code-request';
import { phoneParts } from './schema';

const ChallengeForm = lazyPanel(async () => (await import('./challenge-form')).ChallengeForm);
const CodeForm = lazyPanel(async () => (await import('./code-form')).CodeForm);
const EmailForm = lazyPanel(async () => (await import('./email-form')).EmailForm);
const WrongCode = lazyPanel(async () => (await import('./wrong-code')).WrongCode);

type Props = {
  platform: Platform;
  /** The phone or email address of an account that needs a new login; else empty. */
  username: string;
  /** The link that was clicked is gone. */
  takesFocus: boolean;
  sent: CodeRequest | null;
  onSent: (sent: CodeRequest | null) => void;
  /** Undefined if the platform has no passwords. */
  onUsePassword: (() => void) | undefined;
  onConnected: () => void;
};

/** After these the code or the challenge cannot be right any more. */
const OVER = ['stale_code', 'code_expired', 'code_exhausted'];

export function CodeSignIn(props: Props) {
  const { platform, username, takesFocus, sent, onSent, onUsePassword, onConnected } = props;
  const endsOnRefusal = refusalEndsSignIn(platform.key);
  const toPhone = platform.sign_in.includes('code_to_phone');
  const toEmail = platform.sign_in.includes('code_to_email');
  const isEmail = username.includes('@');
  const [byEmail, setByEmail] = useState(toEmail && (isEmail || !toPhone));
  // Back at the first field, which takes the focus.
  const [isBack, setIsBack] = useState(takesFocus);
  // Each refusal empties the field, and focuses it.
  const [refusals, setRefusals] = useState(0);
  const finish = () => {
    toast({ title: ACCOUNTS.connected, tone: 'confirmed' });
    onSent(null);
    onConnected();
  };
  const showError = (error: Error) => {
    toast({ title: messageOf(error), tone: 'unsuccessful' });
  };
  const send = useSendCode(platform.key, {
    onSuccess: (request) => {
      confirm.reset();
      answer.reset();
      onSent(request);
      toast({ title: request.message, tone: 'watching', icon: 'code' });
    },
    onError: (error) => {
      if (endsOnRefusal) showError(error);
    },
  });
  const confirm = useConfirmCode(platform.key, {
    onSuccess: (challenge) => {
      if (challenge === null) finish();
      else if (sent !== null) onSent({ ...sent, challenge });
    },
    onError: (error) => {
      if (endsOnRefusal) {
        // Try Again starts over, so this code is no longer expected.
        onSent(null);
        showError(error);
      } else setRefusals(refusals + 1);
    },
  });
  const answer = useAnswerChallenge(platform.key, {
    onSuccess: finish,
    onError: (error) => {
      if (isOver(error)) startOver();
    },
  });
  const startOver = () => {
    confirm.reset();
    send.reset();
    onSent(null);
    setIsBack(true);
  };

  if (endsOnRefusal && confirm.isError) {
    return (
      <WrongCode
        platform={platform}
        why={hasCode(confirm.error, ['wrong_code']) ? null : messageOf(confirm.error)}
        onTryAgain={startOver}
      />
    );
  }
  if (sent !== null) {
    const { challenge } = sent;
    return (
      <>
        {challenge === null ? (
          <CodeForm
            key={`${sent.correlation_id} ${refusals}`}
            platform={platform}
            sentTo={shown(sent.to)}
            sentAt={sent.sentAt}
            refusal={refusalOf(confirm.error) ?? refusalOf(send.error)}
            isOver={isOver(confirm.error)}
            isResending={send.isPending}
            isPending={confirm.isPending}
            onResend={() => {
              send.mutate(sent.to);
            }}
            onCode={(code) => {
              confirm.mutate({ code, sent });
            }}
          />
        ) : (
          <ChallengeForm
            key={challenge.correlation_id}
            platform={platform}
            challenge={challenge}
            errors={answer.error instanceof ApiError ? answer.error.errors : {}}
            refusal={refusalOf(answer.error)}
            isPending={answer.isPending}
            onAnswers={(answers) => {
              answer.mutate({ correlation_id: challenge.correlation_id, answers });
            }}
          />
        )}
        <Choices
          platform={platform}
          choices={[[toEmail ? ACCOUNTS.changeAddress : ACCOUNTS.changePhone, startOver]]}
          disabled={send.isPending || confirm.isPending || answer.isPending}
        />
      </>
    );
  }
  // A challenge that is over leads back here.
  const error = send.error ?? answer.error;
  const captcha = hasCode(error, ['captcha_required']);
  const shared = {
    platform,
    takesFocus: isBack,
    refusal: captcha ? undefined : refusalOf(error),
    isPending: send.isPending,
  };
  const choices: Choice[] = [];
  if (toPhone && toEmail) {
    choices.push([
      byEmail ? ACCOUNTS.byPhone : ACCOUNTS.byEmail,
      () => {
        setByEmail(!byEmail);
        setIsBack(true);
        send.reset();
        answer.reset();
      },
    ]);
  }
  if (onUsePassword !== undefined) choices.push([ACCOUNTS.usePassword, onUsePassword]);
  const below = (
    <>
      {mayBlockUs(platform.key) && (
        <p className="text-ink-soft">{ACCOUNTS.mayBlockUs(platform.name)}</p>
      )}
      {choices.length > 0 && <Choices platform={platform} choices={choices} />}
    </>
  );
  return (
    <>
      {captcha && error !== null && <CaptchaNotice platform={platform} why={messageOf(error)} />}
      {byEmail ? (
        <EmailForm
          {...shared}
          initial={isEmail ? username : ''}
          onEmail={(email) => {
            send.mutate({ email });
          }}
        >
          {below}
        </EmailForm>
      ) : (
        <PhoneForm
          {...shared}
          initial={phoneParts(isEmail ? '' : username)}
          onPhone={(login) => {
            send.mutate(login);
          }}
        >
          {below}
        </PhoneForm>
      )}
    </>
  );
}

type Choice = readonly [label: string, onClick: () => void];
type ChoicesProps = { platform: Platform; choices: readonly Choice[]; disabled?: boolean };

function Choices({ platform, choices, disabled = false }: ChoicesProps) {
  return (
    <div className="flex flex-wrap gap-4" role="group" aria-label={platform.name}>
      {choices.map(([label, onClick]) => (
        <button key={label} type="button" className="link" disabled={disabled} onClick={onClick}>
          {label}
        </button>
      ))}
    </div>
  );
}

function shown(to: CodeAddress): string {
  return 'email' in to ? to.email : `${to.countryCode} ${formatPhone(to.phone)}`;
}

function refusalOf(error: Error | null): string | undefined {
  return error === null ? undefined : messageOf(error);
}

function isOver(error: Error | null): boolean {
  return hasCode(error, OVER);
}

function hasCode(error: Error | null, codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}
