import type { User } from '@/api/types';
import { useTakenChoice } from '@/entities/request/use-choice';
import type { ClientForm } from '@/features/clients/client-form';
import { useDraft } from './draft/use-draft';
import { useSelectedVenues } from './use-venues';
import { Wizard } from './wizard';
import type { StepControl } from './wizard-step';

type Props = { user: User; steps: StepControl; firstClient: ClientForm; opensBook: boolean };

/** Adding a request: draft and selection survive a reload, the client does not. */
export function WizardPage({ user, steps, firstClient, opensBook }: Props) {
  const { entitlements } = user;
  const draft = useDraft(user.id, entitlements);
  useTakenChoice();
  const venues = useSelectedVenues(entitlements.max_venues);
  return (
    <Wizard
      user={user}
      steps={steps}
      draft={draft}
      venues={venues}
      firstClient={firstClient}
      opensBook={opensBook}
      editing={null}
    />
  );
}
