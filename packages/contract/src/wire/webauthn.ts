/** What a passkey answers; of those with these ids one will do, of none whichever the browser finds. */
export interface PasskeyChallenge {
  challenge: string;
  ids: readonly string[];
}

/** Bytes as WebAuthn writes them: base64url without padding. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const known = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: bytesOf(id) }));

/** What the browser made or asked; null when whoever was asked closed its question. @throws what the browser says else */
const ask = async <T extends AuthenticatorResponse>(
  question: () => Promise<Credential | null>,
): Promise<{ id: string; response: T } | null> => {
  try {
    const credential = (await question()) as PublicKeyCredential | null;
    return credential && { id: textOf(credential.rawId), response: credential.response as T };
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
    throw error;
  }
};

/**
 * Has a passkey answer a challenge: what the header of the second factor and sign-in take; null when its owner does not want to.
 */
export const answerWithPasskey = async ({ challenge, ids }: PasskeyChallenge): Promise<string | null> => {
  const answered = await ask<AuthenticatorAssertionResponse>(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), allowCredentials: known(ids), userVerification: 'required' },
    }),
  );
  if (answered === null) return null;
  const { clientDataJSON, authenticatorData, signature } = answered.response;
  return `passkey ${[answered.id, ...[clientDataJSON, authenticatorData, signature].map(textOf)].join('.')}`;
};

interface PasskeyToMake {
  challenge: string;
  /** The user handle. */
  user: string;
  email: string;
  /** An authenticator that has one of these makes no other. */
  ids: readonly string[];
  brand: string;
}

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Has the browser make a passkey that finds its owner by itself; null when they do not want to.
 */
export const makePasskey = async ({ challenge, user, email, ids, brand }: PasskeyToMake) => {
  const made = await ask<AuthenticatorAttestationResponse>(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { name: brand },
        user: { id: bytesOf(user), name: email, displayName: email },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known(ids),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  return (
    made && {
      passkey_id: made.id,
      passkey_client_data: textOf(made.response.clientDataJSON),
      passkey_attestation: textOf(made.response.attestationObject),
    }
  );
};
