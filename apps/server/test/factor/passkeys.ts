import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { bearer, call, somebody, type Answer, type Person, type Somebody } from '../people.ts';

/** What a test may have an authenticator, or a page, do otherwise than it should. */
interface Ways {
  origin?: string;
  rpId?: string;
  /** False: the authenticator asked nobody for a finger or a PIN. */
  verified?: boolean;
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const KEY_INCLUDED = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A passkey of ES256 in an authenticator of our own. */
export class TestPasskey {
  readonly id: Buffer = randomBytes(16);
  counter = 0;
  readonly #secret: KeyObject;
  readonly #public: { x: Buffer; y: Buffer };
  readonly #place: Required<Pick<Ways, 'origin' | 'rpId'>>;

  constructor(app: TestApp) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#secret = privateKey;
    this.#public = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') };
    this.#place = { origin: `http://localhost:${new URL(app.context.env.publicUrl).port}`, rpId: 'localhost' };
  }

  #authenticatorData(
    flags: number,
    { rpId = this.#place.rpId, verified = true, counter = this.counter }: Ways,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)]), count]);
  }

  #clientData(type: string, challenge: string, { origin = this.#place.origin }: Ways): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** What `member/passkey/add` takes. */
  made(challenge: string, name: string, ways: Ways = {}): Record<string, string> {
    const { x, y } = this.#public;
    // COSE by hand: kty EC2, alg ES256, crv P-256, x, y.
    const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);
    const data = Buffer.concat([
      this.#authenticatorData(KEY_INCLUDED, ways),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      key,
    ]);
    // CBOR by hand: fmt "none", attStmt {}, authData with a length of one byte.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return {
      passkey_name: name,
      passkey_id: this.id.toString('base64url'),
      passkey_client_data: this.#clientData('webauthn.create', challenge, ways).toString('base64url'),
      passkey_attestation: attestation.toString('base64url'),
    };
  }

  /** What the header `X-Second-Factor` and sign-in take. */
  answer(challenge: string, ways: Ways = {}): string {
    if (this.counter > 0) this.counter += 1;
    const client = this.#clientData('webauthn.get', challenge, ways);
    const data = this.#authenticatorData(0, ways);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#secret);
    const parts = [this.id, client, data, signature].map((each) => each.toString('base64url'));
    return `passkey ${parts.join('.')}`;
  }
}

const post = (app: TestApp, token: string, path: string, body: object, factor?: string): Promise<Answer> =>
  call(app, 'POST', path, body, { ...bearer(token), ...(factor === undefined ? {} : { 'x-second-factor': factor }) });

/** The challenge that came with a refusal. */
export const challengeOf = ({ body }: Answer): string =>
  (body as unknown as { err_details: { passkey_challenge: string } }).err_details.passkey_challenge;

/** Begins as the security tab does; the challenge, or why there is none. */
export const beginPasskey = (app: TestApp, person: Pick<Person, 'pin'>, token: string, factor?: string) =>
  post(app, token, 'member/passkey/begin', { member_security_pin: person.pin }, factor);

export const keepPasskey = (app: TestApp, token: string, made: object): Promise<Answer> =>
  post(app, token, 'member/passkey/add', made);

/** Makes a passkey as the security tab does; with the recovery codes that were told. */
export const addPasskey = async (
  app: TestApp,
  person: Pick<Person, 'pin'>,
  token: string,
  name = 'phone',
): Promise<{ passkey: TestPasskey; recovery: string[] }> => {
  const passkey = new TestPasskey(app);
  const begun = await beginPasskey(app, person, token);
  if (begun.status !== 200) throw new Error(begun.text);
  const { passkey_challenge } = begun.body.result as unknown as { passkey_challenge: string };
  const kept = await keepPasskey(app, token, passkey.made(passkey_challenge, name));
  if (kept.status !== 200) throw new Error(kept.text);
  return { passkey, recovery: (kept.body.result as unknown as { recovery_codes: string[] }).recovery_codes };
};

/** Somebody with a passkey. */
export const withPasskey = async (
  app: TestApp,
): Promise<{ who: Somebody; passkey: TestPasskey; recovery: string[] }> => {
  const who = await somebody(app);
  return { who, ...(await addPasskey(app, who, who.token)) };
};
