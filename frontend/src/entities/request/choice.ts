/**
 * Party, day and time of a request in an address: the form of the landing page and the sentence of the listing write
 * them, the page on which the request is filed reads them. They are plain texts; the page that reads them checks them.
 */
import * as v from 'valibot';

export const searchText = v.fallback(v.optional(v.string()), undefined);

/** `date`: one day, or several with commas between. `time`: the name of a preset, or `19:00-19:45`. */
export const choiceSchema = v.object({ party: searchText, date: searchText, time: searchText });
export type Choice = v.InferOutput<typeof choiceSchema>;
