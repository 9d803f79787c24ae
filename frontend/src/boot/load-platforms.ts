/** Loads the platforms for a page that was served without them, such as the development server's. */
import { api, unwrap } from '@/api/client';
import { setPlatforms } from '@/entities/platform/platforms';

/** If the call fails, the page shows the keys of the platforms as their names. */
export async function loadPlatforms(): Promise<void> {
  try {
    setPlatforms(await unwrap(api.GET('/api/platforms/')));
  } catch {
    // The pages report that the server cannot be reached.
  }
}
