import { describe, expect, it } from 'vitest';
import { auditHash, GENESIS } from './audit.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const ENTRY = {
  actor: 'cli',
  action: 'member.credit',
  subject: 'member:1001',
  reason: 'Größe, 大小',
  detail: { wallet: 'USDT', amount: '100', after: '100', before: null, list: [1, true] },
};

/**
 * Computed outside of the product, so that whoever verifies an old log knows what a line is: SHA-256 of the 32 bytes of the
 * hash before and the UTF-8 text `["2026-11-20T12:00:00.000Z","cli",…,{"after":"100",…}]`, keys in order, no spaces.
 */
const FIRST = 'ffcab1e743fbd7b11e7661501fcb0aae98bc5c0318eac42b58bc7d92aa39fc6d';
/** A line of now that follows the first: the text ends `…,"4711","1795176000123456"]`. */
const WRITTEN = '32aeb35a778f3c96eaf50ecd1a5f93fb7ba50f51481d37b3293212d1379e6b82';
const SECOND = 'ca409cd47a4ab7474c7be5847f676e03a6077250ce8d733cc01573f1a3a43a19';

describe('the hash of a line of the audit log', () => {
  it('is what it always was, for the first line and for one that follows it', () => {
    const first = auditHash(GENESIS, AT, ENTRY);
    expect(first.toString('hex')).toBe(FIRST);
    expect(auditHash(first, AT, ENTRY).toString('hex')).toBe(SECOND);
  });

  it('of now says which transaction wrote it, and when that began', () => {
    const first = Buffer.from(FIRST, 'hex');
    const written = { ...ENTRY, tx: 4711n, beganUs: 1_795_176_000_123_456n };
    expect(auditHash(first, AT, written).toString('hex')).toBe(WRITTEN);
    for (const other of [{ tx: 4712n }, { beganUs: 1_795_176_000_123_457n }, { beganUs: null }])
      expect(auditHash(first, AT, { ...written, ...other }).toString('hex')).not.toBe(WRITTEN);
  });

  it.each(['actor', 'action', 'subject', 'reason', 'detail'] as const)('depends on the %s', (field) => {
    expect(auditHash(GENESIS, AT, { ...ENTRY, [field]: 'another' }).toString('hex')).not.toBe(FIRST);
  });

  it('depends on the moment and on the line before', () => {
    expect(auditHash(GENESIS, new Date(AT.getTime() + 1), ENTRY).toString('hex')).not.toBe(FIRST);
    expect(auditHash(Buffer.alloc(32, 1), AT, ENTRY).toString('hex')).not.toBe(FIRST);
  });
});
