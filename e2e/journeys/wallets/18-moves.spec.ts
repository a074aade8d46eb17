import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { succeed } from '../../src/call.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

const usernameOf = async (member: Member): Promise<string> => {
  const { member: profile } = await succeed('member/profile', { accessToken: await tokenOf(member), method: 'GET' });
  return (profile as { member_username: string }).member_username;
};
const review = (page: Page, key: string) => page.getByRole('dialog', { name: words(key) });

/** A member with 100 USDT at the form, and one with 1 who may receive some. */
const openTransfer = async (page: Page): Promise<{ sender: Member; receiver: Member }> => {
  const [sender, receiver] = [await registerWith({ USDT: '100' }), await registerWith({ USDT: '1' })];
  await signIn(page, sender);
  await open(page, '/asset/spot/transfer');
  return { sender, receiver };
};

/** Whether a focused field can be seen with its label and its error, which nothing covers that stays in its place. */
const isSeenWhole = (input: Locator): Promise<boolean> =>
  input.evaluate((element: HTMLInputElement) => {
    const error = document.getElementById(element.getAttribute('aria-describedby')!.split(' ').at(-1)!);
    return [element.labels![0]!, element, error!].every((part) => {
      const { left, top, bottom } = part.getBoundingClientRect();
      const ends = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 8, y));
      return document.activeElement === element && ends.every((seen) => part.parentElement!.contains(seen));
    });
  });

test('a field that is refused stands in sight below the header, with its label and what is wrong', async ({ page }) => {
  await openTransfer(page);
  const to = field(page, 'transfer.to');
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [key, typed] of [
      ['transfer.submit', ''],
      ['transfer.find', 'nobodyatall'],
    ] as const) {
      await to.fill(typed);
      // All but its lower edge is below the header.
      await to.evaluate((element: HTMLElement) => {
        element.blur();
        const header = document.querySelector('header')!.getBoundingClientRect().bottom;
        scrollBy({ top: element.getBoundingClientRect().bottom - header - 8, behavior: 'instant' });
      });
      await button(page, key).evaluate((element: HTMLElement) => element.click());
      await expect.poll(() => isSeenWhole(to), `${key} at ${width}`).toBe(true);
    }
  }
});

// proves 2: /asset/spot/transfer
test('a member finds another one, checks everything, and sends: both have it once, also when answers get lost', async ({
  page,
  watch,
  moneyMoves,
}) => {
  moneyMoves();
  watch.expect(/ERR_/);
  const { sender, receiver } = await openTransfer(page);
  await expectAccessible(page, 'transfer');
  await expectNoSidewaysScroll(page, 'transfer');

  await field(page, 'transfer.to').fill('nobodyatall');
  await button(page, 'transfer.find').click();
  await expect(page.getByText(words('err_recipient'))).toBeVisible();
  await field(page, 'transfer.to').fill(await usernameOf(receiver));
  await button(page, 'transfer.submit').click();
  await expect(page.getByText(words('transfer.find.first'))).toBeVisible();
  await button(page, 'transfer.find').click();
  await expect(page.getByText(words('transfer.found'))).toBeVisible();

  const amount = field(page, 'transfer.amount');
  /** What is wrong is said when the field is left, and stays where it was typed. */
  const wrong = async (typed: string, why: string) => {
    await amount.fill(typed);
    await amount.blur();
    await expect(page.getByText(why)).toBeVisible();
    await expect(amount).toHaveValue(typed);
  };
  await wrong('0.5', words('swap.least', { min: '1.00 USDT' }));
  await wrong('99999', words('miner.short', { wallet: 'USDT' }));
  await button(page, 'withdrawal.use', { most: '100.00 USDT' }).click();
  await expect(amount).toHaveValue('100');
  await expect(amount).toBeFocused();
  await wrong('1.005', words('common.amountRule', { decimals: '2' }));
  await amount.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '7.12345');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(amount).toHaveValue('7.12345');
  await field(page, 'transfer.amount').fill('12.34');
  await field(page, 'transfer.note').fill('For lunch');
  // What was typed survives a reload; who was found is looked for anew.
  await page.reload();
  await expect(field(page, 'transfer.amount')).toHaveValue('12.34');
  await field(page, 'miner.pin').fill(sender.pin);
  // A press while the receiver is looked for is not lost: the button says that it waits.
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/wallet\/transfer\/recipient$/, async (route) => {
    await answer.promise;
    await route.fallback();
  });
  await button(page, 'transfer.find').click();
  await expect(button(page, 'transfer.submit')).toHaveAttribute('aria-busy', 'true');
  answer.resolve();
  await button(page, 'transfer.submit').click();
  const sheet = review(page, 'transfer.review');
  await expect(sheet).toContainText('12.34');
  await expect(sheet).toContainText('87.66');
  await expect(sheet).toContainText('For lunch');
  // In the form it is optional; here it stands.
  await expect(sheet.getByText(words('transaction.note'), { exact: true })).toBeVisible();
  await expectAccessible(page, 'the review of a transfer');
  let lost = 0;
  await page.route(/\/api\/wallet\/transfer$/, async (route) => {
    if (lost === 3) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await button(sheet, 'transfer.accept').click();
  await expect(page.getByRole('heading', { name: words('transfer.lost') })).toBeVisible();
  await expect(page.getByText(words('transfer.failed'))).toBeHidden();
  // What was not heard of is sent again, not only asked about, and the words say so.
  await expect(page.getByText(words('transfer.lost.text'))).toBeVisible();
  await field(page, 'miner.pin').fill(sender.pin);
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  const typed = await usernameOf(receiver);
  await answerAlert(page, words('transfer.done'), new RegExp(`12\\.34 USDT went to ${typed} \\(.+•.*\\)`));
  await expect(page).toHaveURL('/asset');
  expect(await balanceOf(sender, 'USDT')).toBe('87.66');
  expect(await balanceOf(receiver, 'USDT')).toBe('13.34');
});

test('a record says to whom a transfer went, or from whom it came, also where nobody kept what was typed', async ({
  page,
  newPhone,
}) => {
  const { sender, receiver } = await openTransfer(page);
  const body = { recipient: await usernameOf(receiver), wallet_type: 1, amount: '3', member_security_pin: sender.pin };
  const accessToken = await tokenOf(sender);
  const found = await succeed('wallet/transfer/recipient', { accessToken, body: { recipient: body.recipient } });
  await succeed('wallet/transfer', { accessToken, body: { ...body, recipient_name: found['recipient_name'] } });
  const expectEnd = async (shown: Page, key: string, other: string) => {
    await open(shown, '/asset/spot/transaction/all?kind=transfer');
    await shown
      .getByRole('list', { name: words('wallet.history') })
      .getByRole('button')
      .click();
    const record = shown.getByRole('dialog');
    await expect(record.getByText(words(key), { exact: true }).locator('..')).toContainText('•');
    await expect(record.getByText(words(other), { exact: true })).toHaveCount(0);
  };
  const phone = await newPhone();
  await signIn(phone, receiver);
  await expectEnd(phone, 'transaction.sender', 'transfer.to');
  await expectEnd(page, 'transfer.to', 'transaction.sender');
  await page.route('**/api/wallet/transaction/getById?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/"recipient":"[^"]*"/, '"recipient":null'),
    });
  });
  await expectEnd(page, 'transfer.to', 'transaction.sender');
});

test('a transfer that never arrived goes when it is sent again; giving it up is asked about first', async ({
  page,
  watch,
  moneyMoves,
}) => {
  moneyMoves();
  watch.expect(/ERR_/);
  const { sender, receiver } = await openTransfer(page);
  const call = /\/api\/wallet\/transfer$/;
  const lose = async () => {
    await page.route(call, (route) => route.abort('connectionreset'));
    await button(page, 'transfer.find').click();
    await expect(page.getByText(words('transfer.found'))).toBeVisible();
    await field(page, 'miner.pin').fill(sender.pin);
    await button(page, 'transfer.submit').click();
    await button(review(page, 'transfer.review'), 'transfer.accept').click();
    await expect(page.getByRole('heading', { name: words('transfer.lost') })).toBeVisible();
    await page.unroute(call);
  };
  await field(page, 'transfer.to').fill(await usernameOf(receiver));
  await field(page, 'transfer.amount').fill('1.5');
  await lose();
  // As it was typed, and with all decimals.
  await expect(page.getByRole('alert')).toContainText(`1.50 USDT · ${await usernameOf(receiver)} (`);
  const sure = review(page, 'miner.lost.sure');
  await button(page, 'miner.lost.letGo').click();
  await expect(sure).toContainText(words('miner.lost.sure.text'));
  await expectAccessible(page, 'giving up a transfer without an answer');
  await expectNoSidewaysScroll(page, 'giving up a transfer without an answer');
  await button(sure, 'common.back').click();
  await expect(sure).toBeHidden();
  await button(page, 'miner.lost.letGo').click();
  await sure.getByRole('link', { name: words('miner.lost.history') }).click();
  await expect(page).toHaveURL('/asset/spot/transaction/all');
  await expect(heading(page, words('wallet.history'))).toBeVisible();
  await page.goBack();
  // Neither has given it up.
  await field(page, 'miner.pin').fill(sender.pin);
  await button(page, 'miner.ask').click();
  // The alert leads to the record of what has just moved; reloaded, it is still open.
  const told = page.getByRole('alertdialog', { name: words('transfer.done') });
  await button(told, 'wallet.record').click();
  const record = page.getByRole('dialog', { name: words('transaction.kind.transfer') });
  await expect(record).toContainText(words('transaction.postings'));
  // By the name that was typed, beside the masked one: it is known in a month too.
  const toWhom = new RegExp(`${await usernameOf(receiver)} \\(\\S+•.*\\)`);
  await expect(record.getByText(words('transfer.to'), { exact: true }).locator('..')).toContainText(toWhom);
  await page.reload();
  await expect(record).toContainText('1.50');
  const opened = page.url();
  // Going back closes the record, and then leaves the list.
  await page.goBack();
  await expect(record).toBeHidden();
  await expect(page).toHaveURL('/asset/spot/transaction/all');
  const row = page.getByRole('list', { name: words('wallet.history') }).getByRole('listitem');
  // Its row says it in one line, as high as any other.
  const whom = page.getByText(words('transaction.member.to', { name: await usernameOf(receiver) }), { exact: true });
  await expect(whom).toBeVisible();
  expect((await row.filter({ has: whom }).getByRole('button').boundingBox())!.height).toBeLessThan(72);
  await page.goBack();
  await expect(page).toHaveURL('/asset/spot/transfer');
  await page.goto(opened);
  await expect(record).toContainText('1.50');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/asset/spot/transaction/all');
  expect(await balanceOf(sender, 'USDT')).toBe('98.5');
  expect(await balanceOf(receiver, 'USDT')).toBe('2.5');

  await open(page, '/asset/spot/transfer');
  await field(page, 'transfer.to').fill(await usernameOf(receiver));
  await field(page, 'transfer.amount').fill('2');
  await lose();
  await button(page, 'miner.lost.letGo').click();
  await button(sure, 'miner.lost.letGo').click();
  await expect(page.getByRole('heading', { name: words('transfer.lost') })).toBeHidden();
  await expect(field(page, 'transfer.amount')).toHaveValue('2');
  expect(await balanceOf(sender, 'USDT')).toBe('98.5');
});

test('with too little to move the buttons say so, and lead to more', async ({ page }) => {
  await signIn(page, await registerWith({ AOGTD: '1' }));
  for (const [path, key] of [
    ['/asset/spot/transfer', 'transfer.submit'],
    ['/asset/spot/swap', 'swap.submit'],
  ] as const) {
    await open(page, path);
    await expect(page.getByText(words('miner.short', { wallet: 'USDT' }))).toBeVisible();
    await expect(button(page, key)).toHaveAttribute('aria-disabled', 'true');
    await expectNoSidewaysScroll(page, path);
    // There and back again.
    await page.getByRole('link', { name: words('miner.topUp', { wallet: 'USDT' }) }).click();
    await expect(page).toHaveURL(/\/asset\/spot\/deposit\?back=/);
    await page.getByRole('link', { name: words('common.back'), exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  await open(page, '/asset/spot/transfer');
  await page.locator('select[name=wallet_type]').selectOption('4');
  await page.getByRole('link', { name: words('miner.topUp', { wallet: 'CW' }) }).click();
  await expect(page).toHaveURL(/\/asset\/spot\/swap\?to=4/);
});

test('a wallet that is empty says so in place of a form that can only fail, and leads to more', async ({ page }) => {
  await signIn(page, await registerWith({ AOGTD: '1', CW: '5' }));
  for (const [path, submit, other, asked] of [
    ['/asset/spot/transfer', 'transfer.submit', 'CW', ['transfer.to', 'transfer.amount', 'miner.pin']],
    ['/asset/spot/withdraw', 'withdrawal.submit', 'AOGTD', ['withdrawal.amount']],
    ['/asset/spot/swap', 'swap.submit', 'CW', ['miner.pin']],
  ] as const) {
    await open(page, path);
    const empty = page.getByText(words('transaction.wallet.empty', { wallet: 'USDT' }));
    await expect(empty, path).toBeInViewport();
    for (const key of asked) await expect(field(page, key), `${key} of ${path}`).toHaveCount(0);
    await expect(button(page, submit)).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, path);
    await expectNoSidewaysScroll(page, path);
    // There and back again.
    await page.getByRole('link', { name: words('miner.topUp', { wallet: 'USDT' }) }).click();
    await expect(page).toHaveURL(/\/asset\/spot\/deposit\?back=/);
    await page.getByRole('link', { name: words('common.back'), exact: true }).click();
    await expect(page).toHaveURL(path);
    // Of another one that has some the form asks how much.
    await page.getByRole('combobox').first().selectOption({ label: other });
    await expect(empty, path).toBeHidden();
    for (const key of asked) await expect(field(page, key), `${key} of ${path}`).toBeVisible();
  }
});
