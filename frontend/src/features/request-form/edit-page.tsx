/** Editing a request: the form of a new one, filled with the group's data (specification §2). */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '@/api/errors';
import type { User } from '@/api/types';
import { EMPTY_CLIENT, fromGroup } from '@/features/clients/client-form';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { focusPageTitle, PageTitle } from '@/ui/page-title';
import { fitToTier } from './draft/draft';
import { draftOf, editingOf, removedParts, venuesOf } from './edit';
import { editQuery, type Editable } from './edit-query';
import { isOpen } from '@/entities/request/group-state';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from './messages';
import { useEditedDraft } from './draft/use-draft';
import { useEditedVenues } from './use-venues';
import { Wizard, WizardSkeleton } from './wizard';
import type { StepControl } from './wizard-step';

type Props = {
  user: User;
  groupId: number;
  steps: StepControl;
  /** Shown if there is no such request. */
  missing: ReactNode;
};

export function EditPage({ user, groupId, steps, missing }: Props) {
  const found = useQuery(editQuery(groupId));
  if (found.data !== undefined) {
    if (!isOpen(found.data.group.status)) return <Over />;
    return <Form user={user} editable={found.data} steps={steps} />;
  }
  if (found.error instanceof ApiError && found.error.status === 404) return missing;
  return (
    <Frame>
      {found.isError ? (
        <LoadError
          title={messages.editFailed}
          pending={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <WizardSkeleton />
      )}
    </Frame>
  );
}

function Form({ user, editable, steps }: { user: User; editable: Editable; steps: StepControl }) {
  const { group, closed, venues } = editable;
  const maxVenues = user.entitlements.max_venues;
  const [first] = useState(() => {
    const whole = draftOf(group, closed, user);
    const fitted = fitToTier(whole, user.entitlements);
    const listed = venuesOf(group, venues);
    return {
      fitted,
      listed,
      removed: removedParts(group, listed, { draft: whole, fitted, maxVenues }),
    };
  });
  const draft = useEditedDraft(() => first.fitted);
  // The title that had the focus was part of the placeholder.
  useEffect(() => {
    if (document.activeElement === document.body) focusPageTitle();
  }, []);
  const chosen = useEditedVenues(first.listed, maxVenues);
  return (
    <Wizard
      user={user}
      steps={steps}
      draft={draft}
      venues={chosen}
      firstClient={group.client === null ? EMPTY_CLIENT : fromGroup(group.client, new Date())}
      editing={{ ...editingOf(group, editable), removed: first.removed }}
    />
  );
}

function Over() {
  return (
    <Frame>
      <div className="blank">
        <p>{messages.editOver}</p>
        <Link to="/reservations" className={buttonClass()}>
          {REQUEST_FORM.backToList}
        </Link>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="page" id="main">
      <div className="page-head request-form-head">
        <PageTitle>{messages.editTitle}</PageTitle>
      </div>
      {children}
    </main>
  );
}
