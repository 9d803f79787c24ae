/** The clients of a request for several whom the server refused. Pure. */
import * as v from 'valibot';
import { ApiError } from '@/api/errors';

const schema = v.array(
  v.object({
    /** The place in the request. */
    at: v.number(),
    message: v.string(),
    errors: v.record(v.string(), v.string()),
  }),
);
export type RefusedClient = v.InferOutput<typeof schema>[number];

export function refusedClients(error: unknown): RefusedClient[] {
  const parsed = v.safeParse(schema, error instanceof ApiError ? error.clients : undefined);
  return parsed.success ? parsed.output : [];
}
