import { isEvmAddress } from '@minerx/rules/evm-address';
import { networkLabel, NETWORKS } from '@minerx/rules/network';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { nameColdWallet } from '../../modules/reconciliation/cold-wallet.command.ts';
import { explainDifference, tellDifference } from '../../modules/reconciliation/difference.command.ts';
import { listDifferences, listReconciliations } from '../../modules/reconciliation/reconciliation.query.ts';
import { Refusal } from '../../refusal.ts';
import { defineOperatorCommand, OperatorProblem, REASON } from '../command.ts';
import { networkFlag, requireNetwork } from './network-flag.ts';

const EVM = NETWORKS.filter(({ family }) => family === 'evm');

export const walletCommands = [
  defineOperatorCommand({
    name: 'wallet differences',
    summary:
      'What lies on the chains and is not what the books say, and when each network was compared last; with --all yes what is over too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const { pool } = context;
      for (const { networkId, blockNumber, at, looked, differences } of await listReconciliations(pool))
        print(
          `${networkLabel(networkId).padEnd(13)} ${at.toISOString().slice(0, 19)}  block ${blockNumber}, ${looked} balances, ${differences === 0 ? 'all as the books say' : `${differences} different`}`,
        );
      const found = await listDifferences(pool, all === 'yes');
      for (const difference of found) {
        const { foundAt, endedAt, acknowledgedAt, acknowledgedBy, reason } = difference;
        print(`${tellDifference(difference)}; found ${foundAt.toISOString().slice(0, 16)}`);
        if (endedAt !== null) print(`    gone ${endedAt.toISOString().slice(0, 16)}`);
        if (acknowledgedAt !== null)
          print(`    explained ${acknowledgedAt.toISOString().slice(0, 16)} by ${acknowledgedBy}: ${reason}`);
      }
      if (found.length === 0) print(all === 'yes' ? 'There has never been a difference.' : 'There is no difference.');
      const freeze = await findPayoutFreeze(pool);
      if (freeze !== null)
        print(
          `Payouts are frozen since ${freeze.frozenAt.toISOString()}: ${Object.keys(freeze.violations).join(', ')}.`,
        );
    },
  }),
  defineOperatorCommand({
    name: 'wallet explain',
    summary:
      'Says why a balance is not what the books say: from then on it counts. Payouts open by themselves with the next comparison that finds nothing else.',
    flags: { id: { hint: 'of the difference', kind: 'whole', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      try {
        await explainDifference(context, BigInt(id), { actor, reason });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new OperatorProblem(
          error.code === 'err_conflict' ? 'This difference is over.' : `There is no difference ${id}.`,
        );
      }
      print('Explained. The next comparison, within a minute, says whether anything else is different.');
    },
  }),
  defineOperatorCommand({
    name: 'wallet cold',
    summary: 'Names a cold wallet of a network: what it holds is in the books from the next comparison on.',
    flags: {
      network: networkFlag(EVM),
      address: { hint: '0x…', kind: 'text', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { network, address, reason }) => {
      if (!isEvmAddress(address)) throw new OperatorProblem(`"${address}" is no address of ${network}.`);
      const wallet = { network: requireNetwork(network, EVM), address: address.toLowerCase() };
      await nameColdWallet(context, wallet, { actor, reason }).catch((error: unknown) => {
        throw error instanceof Refusal ? new OperatorProblem('It is named already.') : error;
      });
      print('Named.');
    },
  }),
];
