import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what the database must not be able to read: AES-256-GCM under a key that is in the environment only. */
export interface Vault {
  /** @param label what it is and of whom: sealed bytes open under their own label alone. */
  seal(label: string, content: Buffer): Buffer;
  /** @throws Error when the bytes were changed, belong to another label, or were sealed under another secret. */
  open(label: string, sealed: Buffer): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter tag, of bytes that somebody else brought, is refused. */
const TAG_OF = { authTagLength: TAG_BYTES };

const MOMENT_BYTES = 8;

/** Seals a content that is good until a moment: a draft that is kept nowhere. */
export const sealUntil = (vault: Vault, label: string, until: number, content: Buffer): Buffer => {
  const moment = Buffer.alloc(MOMENT_BYTES);
  moment.writeBigInt64BE(BigInt(until));
  return vault.seal(label, Buffer.concat([moment, content]));
};

/** The content and its moment; null when it is over, or was not sealed by us under this label. */
export const openUntil = (
  vault: Vault,
  label: string,
  sealed: Buffer,
  now: number,
): { until: number; content: Buffer } | null => {
  let opened: Buffer;
  try {
    opened = vault.open(label, sealed);
  } catch {
    return null;
  }
  const until = Number(opened.readBigInt64BE());
  return until < now ? null : { until, content: opened.subarray(MOMENT_BYTES) };
};

/** @param secret PEPPER; the vault's key is derived from it under a label of its own. */
export const createVault = (secret: string): Vault => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'minerx vault/1', 32));
  return {
    seal: (label, content) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open: (label, sealed) => {
      const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(-TAG_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, TAG_OF).setAAD(Buffer.from(label));
      try {
        decipher.setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new Error(`${label} cannot be opened: it was sealed under another PEPPER, or was changed`, { cause });
      }
    },
  };
};
