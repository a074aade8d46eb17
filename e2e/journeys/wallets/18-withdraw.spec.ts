import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { codeIn, countMails, nextMail } from '../../src/mail.ts';
import { registerWith, type Member } from '../../src/member.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

const PATH = '/asset/spot/withdraw';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** PIN, then the code of the mail that it brings. */
const confirm = async (page: Page, member: Member) => {
  await field(page, 'auth.pin').fill(member.pin);
  const before = await countMails(member.email);
  await button(page, 'auth.code.send').click();
  await field(page, 'auth.code').fill(codeIn(await nextMail(member.email, before)));
};

/** A member with dollars and an address on TRC20 that can be used, who stands before the form with an amount typed. */
const beforeForm = async (page: Page, amount: string): Promise<Member> => {
  await operator('withdrawal', 'hold', '--hours', '0', '--reason', 'journey');
  const member = await registerWith({ USDT: '500' });
  await signIn(page, member, PATH);
  await expect(heading(page, words('withdraw.title'))).toBeVisible();
  // Nothing is saved: the way there leads back with everything kept.
  await expect(page.getByText(words('withdraw.noAddress', { coin: 'USDT', network: 'TRC20' })).first()).toBeVisible();
  await field(page, 'withdraw.amount').fill(amount);
  await page.getByRole('link', { name: words('withdraw.save') }).click();
  await field(page, 'address.address').fill(TRON);
  await confirm(page, member);
  await button(page, 'address.save').click();
  await answerAlert(page, words('address.done'), words('address.doneMessage'));
  await expect(page).toHaveURL(PATH);
  await expect(field(page, 'withdraw.amount')).toHaveValue(amount);
  await operator('withdrawal', 'hold', '--hours', '24', '--reason', 'journey');
  return member;
};

/** Asks for what is typed; gives the id as operators see it. */
const ask = async (page: Page, member: Member): Promise<string> => {
  await confirm(page, member);
  await button(page, 'withdraw.submit').click();
  await expect(page.getByRole('dialog').getByText('26.00')).toBeVisible();
  await button(page, 'withdraw.accept').click();
  await answerAlert(page, words('withdraw.done'), words('withdraw.done.text'));
  await expect(page).toHaveURL(`${PATH}/history`);
  await expect(page.getByText(words('withdraw.status.review'))).toBeVisible();
  const listed = (await operator('withdrawal', 'list')).join('\n');
  const line = listed.split('\n').find((each) => each.includes(member.email))!;
  return line.split(' ')[0]!;
};

const decide = (verb: string, id: string, ...more: string[]) =>
  operator('withdrawal', verb, '--id', id, '--reason', 'journey', ...more);

// proves 2: /asset/spot/withdraw
// proves 2: /asset/spot/withdraw/history
test('a member saves an address on the way, withdraws, and follows it to its confirmation', async ({ page }) => {
  const member = await beforeForm(page, '25');
  const id = await ask(page, member);
  await decide('approve', id, '--revision', '1');
  const hash = 'ab'.repeat(32);
  await decide('sent', id, '--hash', hash);
  await page.reload();
  await expect(page.getByText(words('withdraw.status.sent'), { exact: true })).toBeVisible();
  await decide('confirmed', id);
  await page.reload();
  await expect(page.getByText(words('withdraw.state.confirmed'))).toBeVisible();
  await expect(page.getByText(hash).first()).toBeAttached();
});

test('what is taken back while it is under review is in the wallet again, and says so', async ({ page }) => {
  const member = await beforeForm(page, '25');
  await ask(page, member);
  await button(page, 'withdraw.cancel').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('withdraw.cancel') })
    .click();
  await answerAlert(page, words('withdraw.cancel.done'), words('withdraw.state.cancelled'));
  await expect(page.getByText(words('withdraw.status.cancelled'), { exact: true })).toBeVisible();
});
