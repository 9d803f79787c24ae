/** What a refusal of a request says beyond its sentences: restaurants that cannot be booked, and refused clients. Pure. */
import * as v from 'valibot';
import { ApiError } from '@/api/errors';

/**
 * A restaurant of a request that cannot be booked. `page` is its own page, "" if it is not known. With `notifies`, a
 * notify-only request is accepted nevertheless.
 */
const obstacleSchema = v.object({
  venue_id: v.number(),
  message: v.string(),
  page: v.string(),
  notifies: v.boolean(),
});
export type Obstacle = v.InferOutput<typeof obstacleSchema>;

const refusedSchema = v.array(
  v.object({
    /** The place in the request. */
    at: v.number(),
    message: v.string(),
    errors: v.record(v.string(), v.string()),
  }),
);
export type RefusedClient = v.InferOutput<typeof refusedSchema>[number];

/** What is not understood is left out. */
export function obstaclesOf(error: unknown): Obstacle[] {
  const found = detail(error, 'obstacles');
  return Array.isArray(found) ? found.filter((one) => v.is(obstacleSchema, one)) : [];
}

/** The clients of a request for several whom the server refused. */
export function refusedClients(error: unknown): RefusedClient[] {
  const parsed = v.safeParse(refusedSchema, detail(error, 'clients'));
  return parsed.success ? parsed.output : [];
}

function detail(error: unknown, name: string): unknown {
  return error instanceof ApiError ? error.more[name] : undefined;
}
