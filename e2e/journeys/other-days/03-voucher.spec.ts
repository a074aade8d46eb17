import { expect, test } from '../../src/journey.ts';
import { IN_AMERICA, registerWith } from '../../src/member.ts';
import { ordersOf } from '../../src/orders.ts';
import { answerAlert, button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { redeem } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';
import { operators } from '../../src/world.ts';

const makeVoucher = async (): Promise<string> => {
  const input = ['--package', '3', '--amount', '1000', '--count', '1', '--reason', 'journey'];
  const [code] = await operators('voucher', 'create', ...input);
  return code ?? '';
};

// proves 2: /miner/redeem
// proves 4: after redeem to /order
// proves 4: redeem: the code is cleared on failure
// proves 8: redeem: refusal and success
test('a voucher becomes a miner once; a wrong or used code does not', async ({ page, newPhone, moneyMoves }) => {
  moneyMoves();
  const code = await makeVoucher();
  const member = await registerWith({});
  await signIn(page, member);
  await open(page, '/miner/purchase');
  await button(page, 'miner.next').click();
  await button(page, 'miner.next').click();
  await page
    .getByRole('link', { name: words('miner.redeemLink'), exact: true })
    .last()
    .click();
  await expect(page).toHaveURL('/miner/redeem');

  await button(page, 'miner.redeem').click();
  await expect(page.getByText(words('session.required', { field: words('miner.redeem.code') }))).toBeVisible();
  await redeem(page, 'ABCD-EFGH-JKMN-PQRS');
  await answerAlert(page, words('miner.redeem.failed'), words('err_voucher_invalid'));
  await expect(field(page, 'miner.redeem.code')).toHaveValue('');
  await redeem(page, code);
  await answerAlert(page, words('miner.redeem.done', { amount: '1,000' }), words('miner.redeem.done.text'));
  await expect(page).toHaveURL('/order');
  await expect(page.getByText(words('miner.package.3'), { exact: true })).toBeVisible();

  await open(page, '/miner/redeem');
  await redeem(page, code);
  await answerAlert(page, words('miner.redeem.failed'), words('err_voucher_invalid'));
  const somebodyElse = await newPhone();
  await signIn(somebodyElse, IN_AMERICA);
  await open(somebodyElse, '/miner/redeem');
  await redeem(somebodyElse, code);
  await answerAlert(somebodyElse, words('miner.redeem.failed'), words('err_voucher_invalid'));
  expect(await ordersOf(member)).toHaveLength(1);
});
