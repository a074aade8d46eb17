import { formatUnits, unitsOf, type Units } from '@minerx/rules/money';
import { transferableWallets } from '@minerx/rules/transfer';
import { walletById, walletByName, type ByWallet, type WalletName } from '@minerx/rules/wallet';
import { setTransferMinimums } from '../../modules/transfer/transfer-terms.command.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, YES_OR_NO } from '../command.ts';

const lineOf = (minimums: ByWallet): string =>
  transferableWallets(minimums)
    .map((id) => `${walletById(id).name} from ${formatUnits(minimums[id] ?? 0n)}`)
    .join(', ') || 'Nothing can be transferred.';

export const transferCommands = [
  defineOperatorCommand({
    name: 'transfer list',
    grant: GRANTS.all,
    summary: 'The wallets that members may send each other, each with the least that goes at once.',
    flags: {},
    run: async ({ context, print }) => print(lineOf(await getSetting(context.pool, 'transfer_minimums'))),
  }),
  defineOperatorCommand({
    name: 'transfer set',
    grant: GRANTS.terms,
    summary: 'Lets members send a wallet from an amount on, or no more.',
    flags: {
      wallet: { hint: 'CW', kind: 'wallet', required: true },
      min: { hint: '1', kind: 'amount' },
      offered: YES_OR_NO,
      reason: REASON,
    },
    run: async ({ context, print, actor }, { wallet, min, offered, reason }) => {
      if (offered !== 'no' && min === undefined) throw new OperatorProblem('transfer set needs --min or --offered no.');
      const minimum = offered === 'no' ? null : unitsOf(min!);
      if (minimum !== null && minimum <= 0n) throw new OperatorProblem('--min is above zero');
      const { id } = walletByName(wallet as WalletName);
      const input = { walletId: id, minimum: minimum as Units | null, actor, reason };
      print(lineOf(await setTransferMinimums(context, input)));
    },
  }),
];
