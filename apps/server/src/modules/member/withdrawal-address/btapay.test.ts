import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bearer, call, PIN, somebody, type Somebody } from '../../../../test/people.ts';
import { freezeMember } from '../member-account.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const profileOf = async (who: Somebody): Promise<{ member_btapay_id: string }> => {
  const { body } = await call(app, 'GET', 'member/profile', undefined, bearer(who.token));
  return (body.result as unknown as { member: { member_btapay_id: string } }).member;
};

describe('the BTA Pay id', () => {
  const saveId = (who: Somebody, btapay_id: unknown, pin = PIN) =>
    call(app, 'POST', 'member/btapay/modify', { btapay_id, member_security_pin: pin }, bearer(who.token));

  // proves 7: POST member/btapay/modify
  it('is saved with the PIN and shown in the profile', async () => {
    const who = await somebody(app);
    expect((await profileOf(who)).member_btapay_id).toBe('');
    expect((await saveId(who, 'aisyah.tan@pay')).body).toEqual({ result: {} });
    expect((await saveId(who, 'aisyah_tan-2')).body).toEqual({ result: {} });
    expect((await profileOf(who)).member_btapay_id).toBe('aisyah_tan-2');
    const audit = await app.context.pool.query(
      `SELECT detail FROM audit WHERE subject = $1 AND action = 'btapay.save' ORDER BY id DESC LIMIT 1`,
      [`member:${who.memberId}`],
    );
    const digestOf = (id: string) => `sha256:${createHash('sha256').update(id).digest('hex')}`;
    expect(audit.rows).toEqual([{ detail: { before: digestOf('aisyah.tan@pay'), after: digestOf('aisyah_tan-2') } }]);
  });

  // proves 8: err_btapay_id
  it('has 4 to 64 letters, digits and -_.@, and needs the right PIN', async () => {
    const who = await somebody(app);
    for (const id of ['abc', 'x'.repeat(65), 'a b c d', 'a/b/c/d', 'ünal'])
      expect((await saveId(who, id)).body.err_fields).toEqual({ btapay_id: 'err_btapay_id' });
    expect((await saveId(who, '')).body.err_fields).toEqual({ btapay_id: 'err_required' });
    expect((await saveId(who, 'aisyah', '000001')).body.err_code).toBe('err_pin_wrong');
    expect((await profileOf(who)).member_btapay_id).toBe('');
    await freezeMember(app.context, { memberId: who.memberId, actor: 'operator:test', reason: 'test' });
    expect((await saveId(who, 'aisyah')).status).toBe(401);
  });
});
