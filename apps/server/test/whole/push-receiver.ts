import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser was to show. */
interface PushedMessage {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

interface Received {
  /** Of the browser that it was for. */
  readonly path: string;
  readonly message: PushedMessage;
  readonly ttlS: number;
  /** By whose key it was signed, base64url. */
  readonly signedBy: string;
}

/** A browser as its push service knows it: read by no code of ours. */
interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const SALT_BYTES = 16;
const KEY_BYTES = 65;

/** RFC 8188 and 8291, written from their text. */
const decrypt = (body: Buffer, secret: Buffer, browserKey: Buffer, auth: Buffer): string => {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body[SALT_BYTES + 4]!;
  if (keyLength !== KEY_BYTES) throw new Error(`a key of ${keyLength} bytes`);
  const start = SALT_BYTES + 5 + KEY_BYTES;
  const senderKey = body.subarray(SALT_BYTES + 5, start);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(start, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1) throw new Error('no end of the last record');
  return padded.subarray(0, end).toString();
};

/** RFC 8292: who signed, for this origin and for a day at most. @throws Error when nobody did */
const signerOf = (header: string, origin: string): string => {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head, payload, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(key!, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33), y: point.subarray(33) };
  const publicKey = createPublicKey({
    key: { ...jwk, x: jwk.x.toString('base64url'), y: jwk.y.toString('base64url') },
    format: 'jwk',
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  const leftS = exp - Date.now() / 1000;
  if (!isSigned || aud !== origin || leftS <= 0 || leftS > 86_400 || !sub.startsWith('mailto:'))
    throw new Error(`not signed for ${origin}: ${payload}`);
  return key!;
};

export interface PushReceiver {
  readonly origin: string;
  readonly received: Received[];
  /** What it answers from now on; 201 by itself. */
  answerWith(status: number): void;
  browser(name: string): Browser;
  close(): Promise<void>;
}

/** A push service of a test: what comes is decrypted as the browser would, and must be signed. */
export const pushReceiver = async (port = 0): Promise<PushReceiver> => {
  const received: Received[] = [];
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; key: Buffer; auth: Buffer }>();
  let status = 201;
  let origin = '';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      if (browser !== undefined && status === 201) {
        const { ecdh, key, auth } = browser;
        const body = Buffer.concat(parts);
        const secret = ecdh.computeSecret(body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + KEY_BYTES));
        const signedBy = signerOf(String(request.headers.authorization), origin);
        const message = JSON.parse(decrypt(body, secret, key, auth)) as PushedMessage;
        received.push({ path, message, ttlS: Number(request.headers['ttl']), signedBy });
      }
      response.writeHead(browser === undefined ? 410 : status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answerWith: (next) => void (status = next),
    browser: (name) => {
      const ecdh = createECDH('prime256v1');
      const key = ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { ecdh, key, auth });
      return { endpoint: `${origin}/${name}`, p256dh: key.toString('base64url'), auth: auth.toString('base64url') };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
