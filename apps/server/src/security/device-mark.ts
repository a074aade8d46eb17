import { createHmac } from 'node:crypto';

/** One secret, several uses: each gets its own key, so that no signature of one can stand for another. */
export const keyFor = (secret: string, use: string): Buffer =>
  createHmac('sha256', secret).update(`minerx/${use}`).digest();

/** Characters of base64url: 64 bits that stand for an account, 128 that nobody without the secret can make. */
const [ACCOUNT_LENGTH, PROOF_LENGTH] = [11, 22];
export const MARK_LENGTH = ACCOUNT_LENGTH + PROOF_LENGTH;
export const EARLIER_MARK_LENGTH = 22;

interface DeviceMarks {
  /** The mark of an account on a device that it was signed in on. @param deviceId drawn by us, kept in the device's cookie */
  markOf(deviceId: string, account: string): string;
  /** As marks were made until 23 November 2026: they tell no account. The cookies that keep them live for a year, then this may go. */
  earlierMarkOf(deviceId: string, account: string): string;
  /** What stands for the account of a mark, the same on each of its devices; null: the mark is none of ours, or of another device. */
  accountOf(deviceId: string, mark: string): string | null;
}

export const createDeviceMarks = (secret: string): DeviceMarks => {
  const key = keyFor(secret, 'known-device');
  const keyed = (text: string, length: number): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, length);
  const proven = (deviceId: string, account: string): string =>
    account + keyed(`mark/${deviceId}/${account}`, PROOF_LENGTH);
  return {
    markOf: (deviceId, account) => proven(deviceId, keyed(`account/${account}`, ACCOUNT_LENGTH)),
    earlierMarkOf: (deviceId, account) =>
      createHmac('sha256', key).update(`${deviceId}/${account}`).digest().subarray(0, 16).toString('base64url'),
    accountOf: (deviceId, mark) => {
      const account = mark.slice(0, ACCOUNT_LENGTH);
      return proven(deviceId, account) === mark ? account : null;
    },
  };
};
