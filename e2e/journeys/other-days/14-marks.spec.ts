import receipts from '../../../apps/server/test/whole/receipt-of-three-lines.json' with { type: 'json' };
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { countMails, nextMail } from '../../src/mail.ts';
import { DEMO, register } from '../../src/member.ts';
import { ACTIVATED, ordersOf } from '../../src/orders.ts';
import { button, chooseLanguage, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

test('a receipt of a day on which the pool filled one machine and cut another tells it in lines, and adds up in the browser', async ({
  page,
}) => {
  const live = (await ordersOf(DEMO)).find((order) => order.package_order_status === ACTIVATED);
  // No world has such a day: the demo's machines are seen and tell the truth. The answer is the server's own of a day that its tests settle.
  await page.route('**/api/order/rewards', async (route) => {
    const answer = (await (await route.fetch()).json()) as { result: { data: unknown[] } };
    answer.result.data = receipts;
    await route.fulfill({ json: answer });
  });
  await signIn(page, DEMO);
  await open(page, `/order/details/${live?.id}`);
  await page.getByRole('tab', { name: words('order.tab.rewards') }).click();
  await page.getByRole('button', { name: new RegExp(receipts[0]!.reward_amount) }).click();
  const sheet = page.getByRole('dialog');
  const lines = [
    ['order.receipt.hashes', '83.356 EH'],
    ['order.receipt.filled', '+ 2.007 EH'],
    ['order.receipt.cut', '− 72.229 EH'],
    ['order.receipt.counted', '13.134 EH'],
  ] as const;
  for (const [key, told] of lines) {
    const label = sheet.getByText(words(key), { exact: true }).first();
    await expect(label).toBeVisible();
    await expect(label.locator('xpath=..')).toContainText(told);
  }
  await button(sheet, 'order.receipt.recompute').click();
  await expect(page.getByText(words('order.receipt.equal'))).toBeVisible();
});

test('a language that is chosen in the app reaches the server, and the next mail is in it', async ({ page }) => {
  const member = await register();
  expect((await nextMail(member.email)).language).toBe('en');
  await signIn(page, member);
  await open(page, '/profile');
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/member/language'));
  await chooseLanguage(page, 'en', 'gr');
  expect((await told).request().postDataJSON()).toEqual({ language: 'gr' });
  expect((await told).status()).toBe(200);
  const before = await countMails(member.email);
  await succeed('member/forgotPassword', { body: { member_email: member.email } });
  // The mail about the sign-in may come in between.
  await expect.poll(async () => (await nextMail(member.email, before)).language).toBe('de');
});
