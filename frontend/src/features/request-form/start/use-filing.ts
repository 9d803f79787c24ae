/** Files the request for the restaurants that a page has, without the form. */
import type { User } from '@/api/types';
import { endStart } from '@/entities/user/start';
import { selection, type SelectedVenue } from '@/entities/venue/selection';
import { cardsToSend } from '../draft/chosen-cards';
import { notifies, type Draft } from '../draft/draft';
import { lastRequest } from '../draft/first-draft';
import type { DraftControl } from '../draft/use-draft';
import { reservationBody } from '../payload';
import { useSubmit } from '../use-submit';
import { chosenAccounts, wizardErrors } from '../wizard-schema';

type Options = {
  user: User;
  venues: readonly SelectedVenue[];
  draft: Draft;
  control: DraftControl;
};

export function useFiling({ user, venues, draft, control }: Options) {
  const accounts = chosenAccounts(draft, user);
  const check = () =>
    wizardErrors({
      draft,
      venues,
      hasAccount: notifies(draft) || Object.keys(accounts).length > 0,
      keptRelease: null,
      now: new Date(),
    });
  const submission = useSubmit({
    check,
    body: () =>
      reservationBody({
        draft,
        venues,
        accounts,
        client: null,
        cards: cardsToSend({ cards: draft.cards, accounts, user }),
      }),
    groupId: null,
    onFiled: () => {
      endStart(user.id);
      lastRequest.write(user.id, draft);
      control.clear();
      for (const { id } of venues) selection.remove(id);
    },
    onRefused: () => false,
  });
  return { ...submission, check };
}
