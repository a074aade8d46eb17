import { readFileSync } from 'node:fs';
import { call } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { countMails, nextCode } from '../../src/mail.ts';
import { DEMO, newcomer, register, registerWith, tokenOf } from '../../src/member.ts';
import { answerAlert, button, field, fillSignIn } from '../../src/screen.ts';
import { WHERE_TO_WRITE, words } from '../../src/words.ts';
import { operators } from '../../src/world.ts';

const HOURS = '48';

test('a member moves to another email address with the codes of both mailboxes, and signs in with it', async ({
  page,
}) => {
  const member = await register();
  const { email: next } = newcomer();
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  await expect(page).toHaveURL('/profile/security');
  await page.getByText(words('account.email'), { exact: true }).click();
  const [before, beforeNext] = [await countMails(member.email), await countMails(next)];
  await button(page, 'account.email.save').click();
  await expect(field(page, 'account.email.new')).toBeFocused();
  await field(page, 'account.email.new').fill(next);
  const pin = page.locator('form').filter({ has: page.getByLabel(words('account.email.new')) });
  await pin.getByLabel(words('session.pin')).fill(member.pin);
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.sent', { email: `${member.email} and ${next}` }))).toBeVisible();
  const [code, newCode] = [await nextCode(member.email, before), await nextCode(next, beforeNext)];
  await field(page, 'account.email.code').fill(code);
  await field(page, 'account.email.newCode').fill(newCode === '111111' ? '222222' : '111111');
  await button(page, 'account.email.save').click();
  await answerAlert(page, words('account.email.failed'), words('err_code_wrong'));
  await field(page, 'account.email.newCode').fill(newCode);
  await button(page, 'account.email.save').click();
  await answerAlert(
    page,
    words('account.email.done'),
    words('account.email.doneMessage', { email: next, hours: HOURS }),
  );
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(button(page, 'account.email.save')).toBeDisabled();

  await page.goto('/profile');
  await button(page, 'common.logout').click();
  await fillSignIn(page, next, member.password);
  await expect(page).toHaveURL('/');
});

test('a member downloads all that is held, and nobody else stands in it', async ({ page }) => {
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, DEMO.email, DEMO.password);
  await page.getByText(words('account.data'), { exact: true }).click();
  const form = page.locator('form').filter({ hasText: words('account.data.lead') });
  await form.getByLabel(words('session.pin')).fill('000000');
  await button(form, 'account.data.get').click();
  await answerAlert(page, words('account.data.failed'), words('err_pin_wrong'));
  await form.getByLabel(words('session.pin')).fill(DEMO.pin);
  const coming = page.waitForEvent('download');
  await button(form, 'account.data.get').click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const text = readFileSync(await file.path(), 'utf8');
  const data = JSON.parse(text) as Record<string, unknown[]>;
  expect(data['profile']).toMatchObject([{ email: DEMO.email }]);
  for (const section of ['orders', 'receipts', 'movements', 'tickets', 'nfts', 'blessings', 'referred'])
    expect([section, data[section]!.length > 0]).toEqual([section, true]);
  expect(text.match(/[\w.]+@minerx\.test/g)?.filter((email) => email !== DEMO.email)).toEqual([]);
});

test('a member whose account is empty deletes it, and cannot come back; with money in it they read what has to go first', async ({
  page,
}) => {
  const member = await registerWith({ USDT: '5' });
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  await page.getByText(words('account.delete'), { exact: true }).click();
  await expect(page.getByRole('link', { name: words('account.cause.balances') })).toBeVisible();
  await operators(
    'member',
    'debit',
    '--email',
    member.email,
    '--wallet',
    'USDT',
    '--amount',
    '5',
    '--reason',
    'journey',
  );
  await page.reload();
  await page.getByText(words('account.delete'), { exact: true }).click();
  const form = page.locator('form').filter({ has: button(page, 'account.delete.confirm') });
  await form.getByLabel(words('session.pin')).fill(member.pin);
  const before = await countMails(member.email);
  await button(form, 'session.code.send').click();
  await form.getByLabel(words('session.code')).fill(await nextCode(member.email, before));
  await button(form, 'account.delete.confirm').click();
  await answerAlert(page, words('account.delete.done'), words('account.delete.doneMessage'));
  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, member.email, member.password);
  await answerAlert(page, /./, words('err_login'));
});

test('a member freezes the own account once they have read what it means, and cannot come back', async ({ page }) => {
  const member = await register();
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  await expect(button(page, 'session.freeze.button')).toHaveAccessibleDescription(words('account.freeze.hint'));
  await button(page, 'session.freeze.button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('session.freeze.lead'));
  await button(dialog, 'common.cancel').click();
  await expect(dialog).toHaveCount(0);
  await button(page, 'session.freeze.button').click();
  await button(dialog, 'session.freeze.button').click();
  await answerAlert(page, words('session.freeze.done'), words('session.freeze.doneMessage', WHERE_TO_WRITE));
  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, member.email, member.password);
  await answerAlert(page, words('session.login.failed'), words('err_account_frozen', WHERE_TO_WRITE));
});

test('of many signed-in devices the latest are shown, all of them at a press; one is signed out, then all others', async ({
  page,
  newPhone,
}) => {
  const member = await register();
  const tokens = [await tokenOf(member), await tokenOf(member), await tokenOf(member)];
  const lost = await newPhone({ userAgent: 'iPhone' });
  await lost.goto('/login');
  await fillSignIn(lost, member.email, member.password);
  await expect(lost).toHaveURL('/');
  // As where the others were used later.
  await page.route('**/api/member/sessions', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: { sessions: unknown[] } };
    json.result.sessions.reverse();
    await route.fulfill({ response, json });
  });
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  const devices = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: words('device.since').split(' {')[0]! });
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText(words('device.this'));
  await button(page, 'device.all', { count: '5' }).click();
  await expect(devices).toHaveCount(5);

  await button(page, 'device.endThis', { device: 'iPhone' }).click();
  await expect(devices).toHaveCount(4);
  await lost.goto('/asset');
  await expect(lost).toHaveURL(/\/login/);
  await button(page, 'device.endOthers').click();
  const question = page.getByRole('dialog', { name: words('device.endOthers') });
  await question.getByRole('button', { name: words('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  await expect(devices).toHaveCount(4);
  await button(page, 'device.endOthers').click();
  await question.getByRole('button', { name: words('device.endOthers') }).click();
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText(words('device.this'));
  await expect(button(page, 'device.endOthers')).toHaveCount(0);
  for (const accessToken of tokens)
    expect(await call('member/profile', { method: 'GET', accessToken })).toMatchObject({ status: 401 });
});
