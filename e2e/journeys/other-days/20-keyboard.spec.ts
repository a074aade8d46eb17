import { openDesk } from '../../src/console/console-page.ts';
import { decideByKeys, expectPlace, pressAt, tabTo, typeAt } from '../../src/console/keys.ts';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, register, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { OTHER_ADDRESS } from '../../src/nfts.ts';
import { useAddressesAtOnce, withdrawByCall } from '../../src/withdrawals.ts';
import { operator } from '../../src/world.ts';
import type { Page } from '@playwright/test';

useAddressesAtOnce();

/** Finds what is a member's in a list and opens it. */
const openOne = async (desk: Page, { email }: Member, row: RegExp | string = email): Promise<void> => {
  await typeAt(desk, desk.getByRole('searchbox', { name: 'Email of the member' }), email);
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/member=/);
  await expectPlace(desk);
  const found = desk.getByRole('main').getByRole('row').getByRole('link', { name: row });
  // The rows from before stand until the answer is there.
  await expect(found).toHaveCount(1);
  await pressAt(desk, found);
  await expectPlace(desk);
};

test('support answers a ticket and publishes news without a mouse', async ({ browser }) => {
  const member = await register();
  await succeed('member/ticket', {
    accessToken: await tokenOf(member),
    body: { support_category: 1, support_question: 'Where is my reward?' },
  });
  const { desk, context } = await openDesk(browser, 'support', '/');
  await pressAt(desk, desk.getByRole('main').getByRole('link', { name: /^Tickets/ }));
  await expect(desk.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible();
  await openOne(desk, member, /^TK-/);
  await pressAt(desk, desk.getByRole('button', { name: 'Take it' }));
  await expect(desk.getByText('It is yours.')).toBeVisible();
  // The button is another one now: whoever pressed it is not thrown out of the page.
  await expectPlace(desk);
  await typeAt(desk, desk.getByLabel('Ready reply'), 'ArrowDown');
  await pressAt(desk, desk.getByRole('button', { name: 'Send' }));
  await expect(desk.getByRole('listitem').filter({ hasText: 'We are looking into it' })).toHaveCount(1);
  await decideByKeys(desk, 'support', { press: 'Close the ticket', typed: {}, said: /is closed/ });
  await expect(desk.getByText('It is closed.')).toBeVisible();
  await expectPlace(desk);

  await pressAt(desk, desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }));
  await pressAt(desk, desk.getByRole('link', { name: 'New', exact: true }));
  const title = `By keys ${member.email}`;
  await typeAt(desk, desk.getByLabel('Title, English'), title);
  await typeAt(desk, desk.getByLabel('Message, English'), 'It is **here**.');
  // The next language is one arrow away.
  await tabTo(desk, desk.getByRole('radio', { checked: true, name: /^English/ }));
  await desk.keyboard.press('ArrowRight');
  await expect(desk.getByLabel('Title, English')).toBeHidden();
  try {
    await decideByKeys(desk, 'support', { press: 'Publish', typed: { Reason: 'the journey' }, said: 'Published as' });
    await pressAt(desk, desk.getByRole('row').filter({ hasText: title }).getByRole('link'));
    await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await decideByKeys(desk, 'support', { press: 'Withdraw', typed: { Reason: 'it is over' }, said: 'Withdrawn.' });
  } finally {
    const lines = (await operator('announcement', 'list')).filter((line) => line.includes(title));
    for (const id of lines.flatMap((line) => /[0-9a-f-]{36}/.exec(line) ?? []))
      await operator('announcement', 'withdraw', '--id', id, '--reason', 'the journey is over').catch(() => undefined);
  }
  await context.close();
});

test('a withdrawal is approved by two and another rejected without a mouse', async ({ browser, moneyMoves }) => {
  moneyMoves();
  const [rich, wary] = [await registerWith({ USDT: '2500' }), await registerWith({ USDT: '60' })];
  await withdrawByCall(rich, OTHER_ADDRESS, '2000');
  await withdrawByCall(wary, OTHER_ADDRESS, '30');
  const { desk, context } = await openDesk(browser, 'finance', '/withdrawals');
  await openOne(desk, rich);
  const approve = { press: 'Approve', typed: { Reason: 'known member' } };
  await decideByKeys(desk, 'finance', { ...approve, said: 'a second operator has to approve it too' });
  await expect(desk.getByText('finance@minerx.test has approved it.')).toBeVisible();
  const there = new URL(desk.url()).pathname.replace('/console', '');

  await pressAt(desk, desk.getByRole('link', { name: '← Withdrawals' }));
  await openOne(desk, wary);
  const typed = { Cause: 'ArrowDown', Reason: 'asked for by mistake' };
  await decideByKeys(desk, 'finance', { press: 'Reject', typed, said: /went back/ });
  expect(await balanceOf(wary, 'USDT')).toBe('60');
  await context.close();

  const second = await openDesk(browser, 'admin', there);
  await decideByKeys(second.desk, 'admin', { ...approve, said: 'Approved; it may be sent.' });
  await expect(second.desk.getByText('Approved by')).toBeVisible();
  await second.context.close();
});
