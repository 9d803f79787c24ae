import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Choice } from './choice';

/** The choice in the address of the open page; the same object until it changes. */
export function useChoice(): Choice {
  return useSearch({
    strict: false,
    select: ({ party, date, time }) => ({ party, date, time }),
    structuralSharing: true,
  });
}

/** Removes the choice from the address once a draft has it, so that a reload keeps later changes. */
export function useTakenChoice(): void {
  const navigate = useNavigate();
  const isLeft = Object.values(useChoice()).some((text) => text !== undefined);
  useEffect(() => {
    if (!isLeft) return;
    void navigate({
      to: '.',
      search: (rest) => ({ ...rest, party: undefined, date: undefined, time: undefined }),
      replace: true,
      resetScroll: false,
    });
  }, [isLeft, navigate]);
}
