/**
 * Resy by code, for accounts without a password: the phone or email address, the code, and what Resy may ask for after
 * it. A refused code or answer keeps the form, with the server's sentence about the tries left.
 */
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { formatPhone } from '@/lib/phone';
import { toast } from '@/ui/toast';
import { platformName } from '@/entities/platform/platforms';
import { CaptchaNotice } from './captcha-notice';
import { ChallengeForm } from './challenge-form';
import { CodeForm } from './code-form';
import { EmailForm } from './email-form';
import { ACCOUNTS } from './messages';
import { useAnswerChallenge, useConfirmResyCode, useSendResyCode } from './resy-code-mutations';
import { PhoneForm } from './phone-form';
import type { CodeAddress, ResyCodeRequest } from './saved-code-request';
import { phoneParts } from './schema';

type Props = {
  /** The phone or email address of an account that needs a new login; else empty. */
  username: string;
  /** The link that was clicked is gone. */
  takesFocus: boolean;
  sent: ResyCodeRequest | null;
  onSent: (sent: ResyCodeRequest | null) => void;
  onUsePassword: () => void;
  onConnected: () => void;
};

/** After these the code or the challenge cannot be right any more. */
const OVER = ['stale_code', 'code_expired', 'code_exhausted'];

export function CodeSignIn(props: Props) {
  const { username, takesFocus, sent, onSent, onUsePassword, onConnected } = props;
  const [byEmail, setByEmail] = useState(username.includes('@'));
  const [isBack, setIsBack] = useState(takesFocus);
  // Each refusal empties the field, and focuses it.
  const [refusals, setRefusals] = useState(0);
  const countRefusal = () => {
    setRefusals(refusals + 1);
  };
  const finish = () => {
    toast({ title: ACCOUNTS.connected, tone: 'confirmed' });
    onSent(null);
    onConnected();
  };
  const send = useSendResyCode({
    onSuccess: (request, message) => {
      confirm.reset();
      answer.reset();
      onSent(request);
      toast({ title: message, tone: 'watching', icon: 'code' });
    },
  });
  const confirm = useConfirmResyCode({
    onSuccess: ({ challenge }) => {
      if (challenge === null) finish();
      else if (sent !== null) {
        const { correlation_id, properties } = challenge;
        onSent({ ...sent, challenge: { correlationId: correlation_id, properties } });
      }
    },
    onError: countRefusal,
  });
  const answer = useAnswerChallenge({
    onSuccess: finish,
    onError: (error) => {
      if (isOver(error)) startOver();
    },
  });
  const startOver = () => {
    setIsBack(true);
    onSent(null);
  };

  if (sent !== null && sent.challenge !== null) {
    const { challenge } = sent;
    return (
      <>
        <ChallengeForm
          key={challenge.correlationId}
          challenge={challenge}
          errors={answer.error instanceof ApiError ? answer.error.errors : {}}
          refusal={answer.isError ? messageOf(answer.error) : undefined}
          isPending={answer.isPending}
          onAnswers={(answers) => {
            answer.mutate({ correlationId: challenge.correlationId, answers });
          }}
        />
        <Choices choices={[[ACCOUNTS.changeAddress, startOver]]} />
      </>
    );
  }
  if (sent !== null) {
    return (
      <>
        <CodeForm
          key={`${sent.correlationId} ${refusals}`}
          source="resy"
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
            confirm.mutate({ code, correlationId: sent.correlationId });
          }}
        />
        <Choices choices={[[ACCOUNTS.changeAddress, startOver]]} />
      </>
    );
  }
  // A challenge that is over leads back here.
  const error = send.error ?? answer.error;
  const captcha = error instanceof ApiError && error.code === 'captcha_required';
  const shared = {
    takesFocus: isBack,
    refusal: error === null || captcha ? undefined : messageOf(error),
    isPending: send.isPending,
  };
  const choices = (
    <Choices
      choices={[
        [
          byEmail ? ACCOUNTS.byPhone : ACCOUNTS.byEmail,
          () => {
            setByEmail(!byEmail);
            setIsBack(true);
            send.reset();
            answer.reset();
          },
        ],
        [ACCOUNTS.usePassword, onUsePassword],
      ]}
    />
  );
  return (
    <>
      {captcha && <CaptchaNotice why={messageOf(error)} />}
      {byEmail ? (
        <EmailForm
          {...shared}
          initial={username.includes('@') ? username : ''}
          onEmail={(email) => {
            send.mutate({ email });
          }}
        >
          {choices}
        </EmailForm>
      ) : (
        <PhoneForm
          {...shared}
          source="resy"
          prompt={ACCOUNTS.resyCodePrompt}
          initial={phoneParts(username.includes('@') ? '' : username)}
          onPhone={(login) => {
            send.mutate(login);
          }}
        >
          {choices}
        </PhoneForm>
      )}
    </>
  );
}

function Choices({ choices }: { choices: readonly [label: string, onClick: () => void][] }) {
  return (
    <div className="flex flex-wrap gap-4" role="group" aria-label={platformName('resy')}>
      {choices.map(([label, onClick]) => (
        <button key={label} type="button" className="link" onClick={onClick}>
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
  return error instanceof ApiError && OVER.includes(error.code);
}
