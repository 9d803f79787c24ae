/** What the address of the form says. The routes check it, so it is part of the first code that loads. */
import * as v from 'valibot';
import { choiceSchema } from '@/entities/request/choice';

/** The first step has the plain address. */
export const stepSearchSchema = v.object({
  step: v.fallback(v.optional(v.literal('2')), undefined),
});
export type StepSearch = v.InferOutput<typeof stepSearchSchema>;

/** `again`: the group from which the form is filled. `client`: for another client than the group's. */
export const addSearchSchema = v.object({
  ...stepSearchSchema.entries,
  ...choiceSchema.entries,
  again: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))), undefined),
  client: v.fallback(v.optional(v.literal('other')), undefined),
});
