/** The calls that check and connect accounts. The specification fixes some paths; the others are the general ones. */
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type PasswordLogin = Schemas['PasswordIn'];
/** Where a platform sends a code: the phone has its country code. */
export type CodeAddress = { phone: string } | { email: string };
export type CodeSent = Schemas['CodeSent'];
/** What a platform asks for after the right code. */
export type Challenge = Schemas['Asked'];

const at = (key: string) => ({ params: { path: { key } } });

/** Ask the server whether an account at the platform is connected and its sign-in is still valid. */
export async function isSignedIn(platform: string): Promise<boolean> {
  switch (platform) {
    case 'resy':
      return (await unwrap(api.GET('/api/resy/check_resy_auth/'))).resy_signed_in;
    case 'opentable':
      return (await unwrap(api.GET('/api/opentable/check_opentable_auth/'))).opentable_signed_in;
    default:
      return (await unwrap(api.GET('/api/platforms/{key}/check_auth/', at(platform)))).signed_in;
  }
}

export async function connectWithPassword(platform: string, body: PasswordLogin): Promise<void> {
  if (platform === 'resy') await unwrap(api.POST('/api/resy/login/', { body }));
  else await unwrap(api.POST('/api/platforms/{key}/login/', { ...at(platform), body }));
}

/** Ask the platform to send a code; a second call sends another one. */
export function sendCode(platform: string, to: CodeAddress): Promise<CodeSent> {
  return platform === 'opentable' && 'phone' in to
    ? unwrap(api.POST('/api/opentable/phone_login/', { body: to }))
    : unwrap(api.POST('/api/platforms/{key}/send_code/', { ...at(platform), body: to }));
}

/** Connect an account with a code. If the platform asks for more before, return what it asks for. */
export async function confirmCode(
  platform: string,
  { code, sent }: { code: string; sent: CodeSent },
): Promise<Challenge | null> {
  const body = { code, correlation_id: sent.correlation_id };
  if (platform === 'opentable') {
    const withPhone = { ...body, phone: phoneIn(sent.message) };
    await unwrap(api.POST('/api/opentable/verify_phone_2fa/', { body: withPhone }));
    return null;
  }
  const path = '/api/platforms/{key}/confirm_code/';
  return (await unwrap(api.POST(path, { ...at(platform), body }))).challenge;
}

export async function answerChallenge(platform: string, body: Schemas['AnswersIn']): Promise<void> {
  await unwrap(api.POST('/api/platforms/{key}/answer_challenge/', { ...at(platform), body }));
}

export async function disconnect(platform: string, accountId: number): Promise<void> {
  const body = { accountId };
  switch (platform) {
    case 'resy':
      await unwrap(api.POST('/api/resy/logout/', { body }));
      return;
    case 'opentable':
      await unwrap(api.POST('/api/opentable/logout/', { body }));
      return;
    default:
      await unwrap(api.POST('/api/platforms/{key}/logout/', { ...at(platform), body }));
  }
}

/** The phone in the sentence about a sent code, whose only digits are the phone's: `+19175550142`. */
export function phoneIn(message: string): string {
  return `+${message.replace(/\D/g, '')}`;
}
