/** The two calls of the browser for passkeys. What it answers goes to the server as it is. */
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import type { User } from '@/api/types';
import { PASSKEYS } from './messages';

export type Challenge = components['schemas']['ChallengeOut'];
type Answer = Record<string, unknown>;

/** As long as the challenge lives, in milliseconds. */
const TIMEOUT = 5 * 60 * 1000;
/** Ed25519, ES256 and RS256, the ones that the server checks. */
const ALGORITHMS = [-8, -7, -257];

/** Let the user make a passkey on a device that has none of theirs yet. */
export function makePasskey(
  { challenge, relying_party, credential_ids }: Challenge,
  { id, email, first_name, last_name }: User,
): Promise<Answer> {
  return answerOf(relying_party, () =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON({
        rp: { id: relying_party, name: 'Tablehawk' },
        user: {
          id: btoa(String(id)).replaceAll('=', ''),
          name: email,
          displayName: `${first_name} ${last_name}`,
        },
        challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT,
        excludeCredentials: credential_ids.map(described),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
      }),
    }),
  );
}

/** Let the user sign the challenge with one of their passkeys. */
export function signChallenge({
  challenge,
  relying_party,
  credential_ids,
}: Challenge): Promise<Answer> {
  return answerOf(relying_party, () =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        rpId: relying_party,
        challenge,
        timeout: TIMEOUT,
        allowCredentials: credential_ids.map(described),
        userVerification: 'required',
      }),
    }),
  );
}

const described = (id: string) => ({ id, type: 'public-key' as const });

/** The answer as JSON. Throws ApiError with a sentence if the device or its user refuses. */
async function answerOf(party: string, ask: () => Promise<Credential | null>): Promise<Answer> {
  try {
    const credential = (await ask()) as PublicKeyCredential;
    return credential.toJSON() as Answer;
  } catch (error) {
    throw new ApiError(sentenceOf(error, party), { status: 400, code: 'passkey' });
  }
}

function sentenceOf(error: unknown, party: string): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'InvalidStateError':
      return PASSKEYS.alreadyHere;
    case 'ConstraintError':
    case 'NotSupportedError':
      return PASSKEYS.cannotVerify;
    case 'SecurityError':
      return PASSKEYS.elsewhere(window.location.hostname, party);
    default:
      return PASSKEYS.notConfirmed;
  }
}
