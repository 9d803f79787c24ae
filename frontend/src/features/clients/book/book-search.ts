/** The client book's state in the address: what is searched, and the page. */
import * as v from 'valibot';

export const bookSearchSchema = v.object({
  q: v.fallback(
    v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
    undefined,
  ),
  page: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/))), undefined),
});
export type BookSearch = v.InferOutput<typeof bookSearchSchema>;
