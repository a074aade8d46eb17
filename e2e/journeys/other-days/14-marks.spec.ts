import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { countMails, nextMail } from '../../src/mail.ts';
import { DEMO, register } from '../../src/member.ts';
import { ACTIVATED, ordersOf } from '../../src/orders.ts';
import { chooseLanguage, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

interface Segment {
  measuredTenths: string;
  filledTenths: string;
  cutTenths: string;
  hashesTenths: string;
}

const EXAHASH_TENTHS = 10n ** 19n;

test('a receipt whose answer is written here tells measured, filled and cut work, each in a line of its own', async ({
  page,
}) => {
  const live = (await ordersOf(DEMO)).find((order) => order.package_order_status === ACTIVATED);
  // A day on which the pool did both. No world has one: the demo's machines are seen and tell the truth.
  await page.route('**/api/order/rewards', async (route) => {
    const answer = (await (await route.fetch()).json()) as { result: { data: { inputs: { segments: Segment[] } }[] } };
    for (const { inputs } of answer.result.data) {
      for (const segment of inputs.segments) {
        segment.measuredTenths = String(6n * EXAHASH_TENTHS);
        segment.filledTenths = String(EXAHASH_TENTHS / 2n);
        segment.cutTenths = String(EXAHASH_TENTHS / 4n);
        segment.hashesTenths = String((25n * EXAHASH_TENTHS) / 4n);
      }
    }
    await route.fulfill({ json: answer });
  });
  await signIn(page, DEMO);
  await open(page, `/order/details/${live?.id}`);
  await page.getByRole('tab', { name: words('order.tab.rewards') }).click();
  await page
    .getByRole('button', { name: /0[.,]\d{8}/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  const lines = [
    ['order.receipt.hashes', '6.000 EH'],
    ['order.receipt.filled', '+ 0.500 EH'],
    ['order.receipt.cut', '− 0.250 EH'],
    ['order.receipt.counted', '6.250 EH'],
  ] as const;
  for (const [key, told] of lines) {
    const label = sheet.getByText(words(key), { exact: true }).first();
    await expect(label).toBeVisible();
    await expect(label.locator('xpath=..')).toContainText(told);
  }
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
