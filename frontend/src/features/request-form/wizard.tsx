/**
 * The frame of adding and editing a request (specification §2): for a concierge two steps, accounts and client before
 * the form; for all others the form. Both steps keep their input.
 */
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '@/api/errors';
import type { User } from '@/api/types';
import {
  clientDetails,
  EMPTY_CLIENT,
  nameOf,
  stepErrors,
  withoutCvc,
  type ClientErrors,
  type ClientForm,
} from '@/features/clients/client-form';
import {
  filedClients,
  needsClient,
  selectedAccounts,
  stepIsComplete,
} from '@/features/clients/client-step-rules';
import { missingStep, stepFacts } from '@/entities/user/next-step';
import { NextStepBanner } from '@/entities/user/next-step-banner';
import { endStart } from '@/entities/user/start';
import { IconButton } from '@/ui/button';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { focusPageTitle, PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import type { Editing } from './edit';
import { focusSection } from '@/features/request-form/sections/focus-section';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from './messages';
import { OneWeek } from './one-week';
import type { RefusedClient } from './refusal-details';
import { RemovedNote } from './removed-note';
import { RequestExplained } from './start/request-explained';
import type { DraftControl } from './draft/use-draft';
import type { VenueControl } from './use-venues';
import { WizardRequest } from './wizard-request';
import { chosenAccounts, decidedAccounts, openQuestion } from './wizard-schema';
import type { Step, StepControl } from './wizard-step';
import './wizard.css';

const ClientStep = lazyPanel(
  async () => (await import('@/features/clients/client-step')).ClientStep,
  <WizardSkeleton />,
);

type Props = {
  user: User;
  steps: StepControl;
  draft: DraftControl;
  venues: VenueControl;
  /** Empty, or the client of an edited group. */
  firstClient: ClientForm;
  /** The request is for another client, who is chosen first. */
  opensBook?: boolean;
  /** Null for a new request. */
  editing: Editing | null;
};

export function Wizard({ user, steps, draft, venues, firstClient, opensBook, editing }: Props) {
  const { step, goTo } = steps;
  const navigate = useNavigate();
  const [client, setClient] = useState(firstClient);
  const [others, setOthers] = useState<readonly ClientForm[]>([]);
  const [clientErrors, setClientErrors] = useState<ClientErrors>({});
  // The key that files was pressed in the first step: the second one files when it is shown.
  const filesNext = useRef(false);
  const accounts = chosenAccounts(draft.draft, user);
  const selected = selectedAccounts(user, accounts);
  const shown =
    user.is_concierge && !(step === 2 && stepIsComplete(selected, client, others)) ? 1 : 2;
  // A missing plan is named on the ticket, beside its button.
  const needsAccount = missingStep(stepFacts(user)) === 'account';
  const isWrong = Object.keys(clientErrors).length > 0;
  useStepOf(user.is_concierge ? { shown, step, isWrong, goTo } : null);

  const clients = user.is_concierge && needsClient(selected) ? filedClients(client, others) : [];
  const [first = null, ...more] = clients.map(clientDetails);
  const clearAll = () => {
    draft.clear();
    venues.clear();
    setClient(EMPTY_CLIENT);
    setOthers([]);
  };
  const focusOpenQuestion = () => {
    const open = shown === 1 ? null : openQuestion(draft.draft, venues.venues);
    if (open === null) focusPageTitle();
    else focusSection(open);
  };
  /** Shows refused fields of the first step there. Returns whether there were any. */
  const refuse = (errors: FieldErrors, [refused]: readonly RefusedClient[]): boolean => {
    const wrong = clients[refused?.at ?? 0];
    if (refused !== undefined && wrong !== undefined) {
      const named = stepErrors(refused.errors);
      // The refused client takes the form, the others become chips.
      setClientErrors({
        ...named,
        ...(Object.keys(named).length === 0
          ? { client_error: `${nameOf(wrong)}: ${refused.message}` }
          : {}),
      });
      setClient(withoutCvc(wrong));
      setOthers(clients.filter((one) => one !== wrong));
      goTo(1);
      return true;
    }
    const found = stepErrors(errors);
    if (!user.is_concierge || Object.keys(found).length === 0) return false;
    setClientErrors(found);
    setClient(withoutCvc(client));
    goTo(1);
    return true;
  };

  return (
    <main className="page" id="main">
      <div className="page-head request-form-head">
        <div>
          {user.is_concierge && <p className="request-form-step">{REQUEST_FORM.step(shown)}</p>}
          <PageTitle>{editing === null ? messages.addTitle : messages.editTitle}</PageTitle>
        </div>
        <IconButton
          label={REQUEST_FORM.close}
          onClick={() => {
            // Cleared only after the page is left: clearing a step that is shown would change the address.
            void navigate({ to: '/reservations' }).then(clearAll);
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {editing?.isWeekly === true && <OneWeek />}
      {editing !== null && <RemovedNote {...editing.removed} />}
      {editing === null &&
        (needsAccount ? <NextStepBanner /> : <RequestExplained onUnderstood={focusOpenQuestion} />)}
      {shown === 1 ? (
        <ClientStep
          user={user}
          chosen={accounts}
          onChosen={(chosen) => {
            draft.change({ accounts: decidedAccounts(chosen, user) });
          }}
          client={client}
          onClient={setClient}
          others={editing === null ? others : null}
          onOthers={setOthers}
          errors={clientErrors}
          onErrors={setClientErrors}
          opensBook={opensBook}
          onContinue={({ files }) => {
            filesNext.current = files;
            goTo(2);
          }}
        />
      ) : (
        <WizardRequest
          user={user}
          control={draft}
          venueControl={venues}
          editing={editing}
          accounts={accounts}
          client={first}
          moreClients={more}
          takeFiling={() => {
            const files = filesNext.current;
            filesNext.current = false;
            return files;
          }}
          onFiled={() => {
            endStart(user.id);
            clearAll();
          }}
          onRefused={refuse}
          onBack={
            user.is_concierge
              ? () => {
                  goTo(1);
                }
              : null
          }
        />
      )}
    </main>
  );
}

/**
 * Keeps the address equal to what is shown (a reload drops the client and returns to the first step), and moves a
 * screen reader to the top of each step unless the step focuses an error.
 */
function useStepOf(
  steps: { shown: Step; step: Step; isWrong: boolean; goTo: StepControl['goTo'] } | null,
): void {
  const shown = steps?.shown;
  const before = useRef(shown);
  const isAhead = steps !== null && steps.step > steps.shown;
  const goTo = steps?.goTo;
  const isWrong = steps?.isWrong === true;
  useEffect(() => {
    if (isAhead) goTo?.(1);
  }, [isAhead, goTo]);
  useEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    if (isWrong) return;
    window.scrollTo({ top: 0 });
    focusPageTitle();
  }, [shown, isWrong]);
}

/** Shown until the form has loaded. */
export function WizardSkeleton() {
  return (
    <div className="request-form" aria-busy="true">
      <Skeleton className="h-50 w-full" />
      <Skeleton className="draft h-60 w-full" />
    </div>
  );
}
