/** The open step in the address: the browser's Back leads from the second to the first. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { choiceSchema } from '@/entities/request/choice';

export type Step = 1 | 2;
export type StepControl = { step: Step; goTo: (step: Step) => void };

/** The first step has the plain address. */
export const stepSearchSchema = v.object({
  step: v.fallback(v.optional(v.literal('2')), undefined),
});
type StepSearch = v.InferOutput<typeof stepSearchSchema>;

/** `again`: the group from which the form is filled. `client`: for another client than the group's. */
export const addSearchSchema = v.object({
  ...stepSearchSchema.entries,
  ...choiceSchema.entries,
  again: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))), undefined),
  client: v.fallback(v.optional(v.literal('other')), undefined),
});

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
