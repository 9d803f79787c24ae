/** The calls whose paths name a platform. */
import { api, unwrap } from '@/api/client';

/** Ask the server whether an account at the platform is connected and its sign-in is still valid. */
export async function isSignedIn(platform: string): Promise<boolean> {
  switch (platform) {
    case 'resy':
      return (await unwrap(api.GET('/api/resy/check_resy_auth/'))).resy_signed_in;
    case 'opentable':
      return (await unwrap(api.GET('/api/opentable/check_opentable_auth/'))).opentable_signed_in;
    default:
      return false;
  }
}
