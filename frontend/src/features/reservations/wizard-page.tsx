/**
 * Adding a request (specification §2): for a concierge in two steps, account and client before the form, for
 * everyone else the form alone. What is entered lives here, so that it outlasts the change of step.
 */
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { User } from '@/api/types';
import {
  clientDetails,
  EMPTY_CLIENT,
  stepErrors,
  withoutCvc,
  type ClientErrors,
} from '@/features/clients/client-form';
import { needsClient, selectedAccounts, stepIsComplete } from '@/features/clients/needs';
import { selection } from '@/lib/selection';
import { IconButton } from '@/ui/button';
import { focusPageTitle, PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { useDraft } from './use-draft';
import { WizardRequest } from './wizard-request';
import { chosenAccounts } from './wizard-schema';
import './wizard.css';

const ClientStep = lazy(async () => ({
  default: (await import('@/features/clients/client-step')).ClientStep,
}));

type Step = 1 | 2;
type Props = { user: User; step: Step; onStep: (step: Step) => void };

export function WizardPage({ user, step, onStep }: Props) {
  const navigate = useNavigate();
  const control = useDraft(user.id, user.entitlements);
  const [client, setClient] = useState(EMPTY_CLIENT);
  const [clientErrors, setClientErrors] = useState<ClientErrors>({});
  const accounts = chosenAccounts(control.draft, user);
  const selected = selectedAccounts(user, accounts);
  const shown = user.is_concierge && !(step === 2 && stepIsComplete(selected, client)) ? 1 : 2;
  const isWrong = Object.keys(clientErrors).length > 0;
  useStepOf(user.is_concierge ? { shown, step, isWrong, onStep } : null);

  const clearAll = () => {
    control.clear();
    setClient(EMPTY_CLIENT);
    selection.clear();
  };
  /** What the first step asked for is mended there. Answers whether it was about that step. */
  const refuse = (errors: FieldErrors): boolean => {
    const found = stepErrors(errors);
    if (!user.is_concierge || Object.keys(found).length === 0) return false;
    setClientErrors(found);
    setClient(withoutCvc(client));
    onStep(1);
    return true;
  };

  return (
    <main className="page wiz-page" id="main">
      <div className="page-head wiz-head">
        <div>
          {user.is_concierge && <p className="wiz-step">Step {shown} of 2</p>}
          <PageTitle>Add Reservation</PageTitle>
        </div>
        <IconButton
          label="Close and clear the form"
          onClick={() => {
            clearAll();
            void navigate({ to: '/reservations' });
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {shown === 1 ? (
        <Suspense fallback={<StepSkeleton />}>
          <ClientStep
            user={user}
            chosen={accounts}
            onChosen={({ resy, openTable }) => {
              control.change({ resyAccount: resy, openTableAccount: openTable });
            }}
            client={client}
            onClient={setClient}
            errors={clientErrors}
            onErrors={setClientErrors}
            onContinue={() => {
              onStep(2);
            }}
          />
        </Suspense>
      ) : (
        <WizardRequest
          user={user}
          control={control}
          accounts={accounts}
          client={user.is_concierge && needsClient(selected) ? clientDetails(client) : null}
          onFiled={clearAll}
          onRefused={refuse}
          onBack={
            user.is_concierge
              ? () => {
                  onStep(1);
                }
              : null
          }
        />
      )}
    </main>
  );
}

/**
 * Keeps the address true to what is shown (after a reload the client is gone, and the first step is back), and
 * starts a screen reader at the top of each step, unless the step itself points to what is wrong.
 */
function useStepOf(
  steps: { shown: Step; step: Step; isWrong: boolean; onStep: (step: Step) => void } | null,
): void {
  const shown = steps?.shown;
  const before = useRef(shown);
  const isAhead = steps !== null && steps.step > steps.shown;
  const onStep = steps?.onStep;
  const isWrong = steps?.isWrong === true;
  useEffect(() => {
    if (isAhead) onStep?.(1);
  }, [isAhead, onStep]);
  useEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    if (isWrong) return;
    window.scrollTo({ top: 0 });
    focusPageTitle();
  }, [shown, isWrong]);
}

function StepSkeleton() {
  return (
    <div className="wiz" aria-busy="true">
      <div>
        {['h-50', 'h-90', 'h-60'].map((height) => (
          <div key={height} className="wsec">
            <Skeleton className={`${height} w-full`} />
          </div>
        ))}
      </div>
      <Skeleton className="draft h-60 w-full" />
    </div>
  );
}
