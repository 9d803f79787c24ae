/** The open step in the address: the browser's Back leads from the second to the first. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { StepSearch } from './wizard-search';

export type Step = 1 | 2;
export type StepControl = { step: Step; goTo: (step: Step) => void };

export function useSteps({ step }: StepSearch): StepControl {
  const navigate = useNavigate();
  const goTo = useCallback(
    (next: Step) => {
      if (next === 2) void navigate({ to: '.', search: { step: '2' } });
      // Going back removes the forward entry.
      else void navigate({ to: '.', search: {}, replace: true });
    },
    [navigate],
  );
  return useMemo(() => ({ step: step === '2' ? 2 : 1, goTo }), [step, goTo]);
}
