/** The request above a list of restaurants: party, day and time. They go on to a restaurant in the draft and in its address. */
import { useNavigate } from '@tanstack/react-router';
import type { User } from '@/api/types';
import { choiceOf } from '../draft/choice';
import { useDraft } from '../draft/use-draft';
import { RequestSentence } from './request-sentence-view';

export function ListingSentence({ user }: { user: User }) {
  const { entitlements } = user;
  const control = useDraft(user.id, entitlements);
  const navigate = useNavigate();
  return (
    <RequestSentence
      draft={control.draft}
      venues={null}
      entitlements={entitlements}
      errors={null}
      onChange={(_, part) => {
        control.change(part);
        void navigate({
          to: '.',
          search: (search) => ({ ...search, ...choiceOf(part) }),
          replace: true,
          resetScroll: false,
        });
      }}
      onUpgrade={null}
    />
  );
}
