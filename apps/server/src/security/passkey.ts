import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Env } from '../env/env.ts';
import type { SecretOwner } from './secret-hash.ts';

const ATTESTERS = ['android-key', 'android-safetynet', 'apple', 'mds'] as const;

/** Half a second and 26 MB, of which a process that never sees a passkey needs nothing. */
const load = async () => {
  const library = await import('@simplewebauthn/server');
  // Nobody is asked for an attestation. One that comes all the same is not followed to addresses that its certificates name.
  for (const identifier of ATTESTERS) library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return library;
};
let loaded: ReturnType<typeof load> | undefined;
const library = (): ReturnType<typeof load> => (loaded ??= load());

type Place = Pick<Env, 'publicUrl'>;
type IsOurs = (challenge: string) => boolean;

/** Pages of our public address alone. Passkeys belong to a name: a demo that is reached by a loopback address has its own at `localhost`. */
const placeOf = ({ publicUrl }: Place) => {
  const url = new URL(publicUrl);
  if (/^(?:127\.|\[::1\])/.test(url.hostname)) url.hostname = 'localhost';
  return { expectedOrigin: url.origin, expectedRPID: url.hostname, requireUserVerification: true };
};

/** What a browser made of a challenge of ours, as base64url. */
export interface MadePasskey {
  id: string;
  clientData: string;
  attestation: string;
}

export interface PasskeyKey {
  credentialId: Buffer;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
}

/** The key that was made, or null when it was not made for this challenge, on our pages, by somebody whom the authenticator knew. */
export const readMadePasskey = async (place: Place, made: MadePasskey, isOurs: IsOurs): Promise<PasskeyKey | null> => {
  const { verifyRegistrationResponse } = await library();
  const response: RegistrationResponseJSON = {
    id: made.id,
    rawId: made.id,
    type: 'public-key',
    response: { clientDataJSON: made.clientData, attestationObject: made.attestation },
    clientExtensionResults: {},
  };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: isOurs,
      ...placeOf(place),
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  } catch {
    return null;
  }
};

/** What an authenticator signed, as base64url. */
interface Assertion {
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
}

const ASSERTION = /^passkey ([\w-]+)\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** Whether what was shown as a second factor is no code. */
export const isAssertion = (shown: string): boolean => shown.startsWith('passkey ');

export const readAssertion = (shown: string): Assertion | null => {
  const [, credentialId, clientData, authenticatorData, signature] = ASSERTION.exec(shown) ?? [];
  return signature === undefined
    ? null
    : {
        credentialId: credentialId!,
        clientData: clientData!,
        authenticatorData: authenticatorData!,
        signature,
      };
};

/** The counter of an assertion by this key, for a challenge of ours; null when it is none. Whether the counter rose is asked of the database. */
export const counterOfAssertion = async (
  place: Place,
  assertion: Assertion,
  publicKey: Buffer,
  isOurs: IsOurs,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await library();
  const { credentialId: id, clientData, authenticatorData, signature } = assertion;
  const response: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: clientData, authenticatorData, signature },
    clientExtensionResults: {},
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: isOurs,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      ...placeOf(place),
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
};

export const memberOf = (owner: SecretOwner): bigint | null =>
  owner.startsWith('member:') ? BigInt(owner.slice('member:'.length)) : null;

export const operatorOf = (owner: SecretOwner): string | null =>
  owner.startsWith('operator:') ? owner.slice('operator:'.length) : null;

/** The owner in seals and user handles: members alone had passkeys when the first were made, by their number. */
export const ownerKey = (owner: SecretOwner): string => memberOf(owner)?.toString() ?? owner;
