import { expectAccessible } from '../../src/seen/accessible.ts';
import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, register, registerWith } from '../../src/member.ts';
import { issue, nftsOf, OTHER_ADDRESS, withdrawByCall as withdrawNft } from '../../src/nfts.ts';
import { answerAlert, button, field, signIn } from '../../src/screen.ts';
import { useAddressesAtOnce, withdrawByCall } from '../../src/withdrawals.ts';
import { words } from '../../src/words.ts';

useAddressesAtOnce();

test('two operators approve a large withdrawal, neither of them twice, by keyboard as by hand', async ({
  browser,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '2500' });
  await withdrawByCall(member, OTHER_ADDRESS, '2000');
  const mine = `/withdrawals?member=${encodeURIComponent(member.email)}`;
  const { desk, context } = await openDesk(browser, 'finance', mine);
  const row = desk.getByRole('link', { name: member.email });
  await expect(row).toBeVisible();
  await expectAccessible(desk, 'withdrawals');
  await row.focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: '2,000.00' })).toBeVisible();
  await expect(desk.getByText('Two operators have to approve it.')).toBeVisible();
  await expectAccessible(desk, 'a withdrawal');

  await desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('known member');
  await expectAccessible(desk, 'a decision');
  await decideTwice(desk, 'finance', 'Approve', 'a second operator has to approve it too');
  await expect(desk.getByText('finance@minerx.test has approved it.')).toBeVisible();
  // Whoever said yes once is not the second one.
  await desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('once more');
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('You have approved it')).toBeVisible();

  const second = await openDesk(browser, 'admin', new URL(desk.url()).pathname.replace('/console', ''));
  await second.desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await second.desk.getByRole('dialog').getByLabel('Reason').fill('looked at the account');
  await decideTwice(second.desk, 'admin', 'Approve', 'Approved; it may be sent.');
  await expect(second.desk.getByText('Approved by')).toBeVisible();
  await expect(second.desk.getByText('withdrawal.approve', { exact: true })).toHaveCount(1);
  await second.context.close();
  await context.close();
});

test('a withdrawal and an NFT are rejected with a cause, and everything is back', async ({ browser, moneyMoves }) => {
  moneyMoves();
  const member = await registerWith({ USDT: '60' });
  const name = await issue(member);
  const [item] = await nftsOf(member);
  await withdrawNft(member, item!.id);
  await withdrawByCall(member, OTHER_ADDRESS, '30');
  const of = `?member=${encodeURIComponent(member.email)}`;
  const { desk, context } = await openDesk(browser, 'finance', `/nft-withdrawals${of}`);
  await desk.getByRole('link', { name: member.email }).click();
  await expect(desk.getByRole('heading', { name })).toBeVisible();
  await expectAccessible(desk, 'an NFT withdrawal');
  await desk.getByRole('button', { name: 'Reject' }).click();
  await desk.getByLabel('Cause').selectOption({ label: 'Something is wrong with the address' });
  await desk.getByRole('dialog').getByLabel('Reason').fill('a contract that takes none');
  await decideTwice(desk, 'finance', 'Reject', 'went back');
  await expect(desk.getByText('Rejected')).toBeVisible();

  await desk.getByRole('link', { name: 'Withdrawals', exact: true }).click();
  await desk.getByRole('searchbox', { name: 'Email of the member' }).fill(member.email);
  await desk.keyboard.press('Enter');
  await desk.getByRole('link', { name: member.email }).click();
  await desk.getByRole('button', { name: 'Reject' }).click();
  await desk.getByLabel('Cause').selectOption('other');
  await desk.getByRole('dialog').getByLabel('Reason').fill('asked for by mistake');
  await decideTwice(desk, 'finance', 'Reject', 'amount and fee went back');
  expect(await balanceOf(member, 'USDT')).toBe('60');
  // The queue is as the address says it, and the way back leads there.
  await desk.getByRole('link', { name: '← Withdrawals' }).click();
  await expect(desk.getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  await context.close();
});

test('support takes a ticket and answers it while the member watches, and sees what the member writes', async ({
  page,
  browser,
}) => {
  const member = await register();
  await signIn(page, member, '/profile/helpcenter');
  await field(page, 'ticket.category').selectOption('1');
  await field(page, 'ticket.question').fill('Where is my reward?');
  await button(page, 'ticket.submit').click();
  await answerAlert(page, words('ticket.submit.done'));
  await page.getByRole('link', { name: /Where is my reward/ }).click();
  const log = page.getByRole('log', { name: words('ticket.chat.messages') });
  await expect(log.getByText('Where is my reward?')).toBeVisible();

  const { desk, context } = await openDesk(browser, 'support', `/tickets?member=${encodeURIComponent(member.email)}`);
  await expectAccessible(desk, 'tickets');
  await desk.getByRole('link', { name: /^TK-/ }).click();
  await desk.getByRole('button', { name: 'Take it' }).click();
  await expect(desk.getByText('It is yours.')).toBeVisible();
  await expectAccessible(desk, 'a ticket');
  await desk.getByLabel('Ready reply').selectOption({ index: 1 });
  await desk.getByRole('button', { name: 'Send' }).dblclick();
  const answer = 'We are looking into it';
  await expect(log.getByText(answer)).toBeVisible();
  await expect(desk.getByRole('listitem').filter({ hasText: answer })).toHaveCount(1);

  await field(page, 'ticket.chat.write').fill('Thank you!');
  await button(page, 'ticket.chat.send').click();
  await expect(desk.getByText('Thank you!')).toBeVisible();
  await expect(desk.getByText('The member waits for an answer.')).toBeVisible();
  await desk.getByRole('button', { name: 'Close the ticket' }).click();
  // The page asks for the ticket again by itself: what came of the decision stands until it is read.
  await decideTwice(desk, 'support', 'Close the ticket', 'is closed', () =>
    expect(desk.getByText('Closed', { exact: true })).toBeVisible(),
  );
  await expect(page.getByText(words('ticket.chat.closed'))).toBeVisible();
  await context.close();
});
