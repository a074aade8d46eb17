import { minuteOf } from '@minerx/rules/utc-time';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { isEvmAddress } from '@minerx/rules/evm-address';
import { formatUnits } from '@minerx/rules/money';
import { NETWORK, networkById, networkLabel, NETWORKS } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { listSweepableByHand } from '../../modules/sweep/sweep.query.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { nameWallet } from '../../modules/reconciliation/name-wallet.command.ts';
import { explainDifference, tellDifference } from '../../modules/reconciliation/difference.command.ts';
import { listDifferences, listReconciliations } from '../../modules/reconciliation/reconciliation.query.ts';
import { Refusal } from '../../refusal.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { counted } from '../counted.ts';
import { explained } from '../explained.ts';
import { networkFlag, requireNetwork } from './network-flag.ts';

const NAMED = NETWORKS.filter(({ id, family }) => family !== 'bitcoin' && id !== NETWORK.BEP721);
const BY_HAND = NAMED.filter(({ family }) => family !== 'evm');

const ADDRESS = { hint: 'in the network’s spelling', kind: 'text', required: true } as const;

const nameOne = async (
  { context, print, actor }: OperatorHouse,
  place: 'hot' | 'cold',
  { network, address, reason }: { network: string; address: string; reason: string },
): Promise<void> => {
  const id = requireNetwork(network, place === 'cold' ? NAMED : BY_HAND);
  const bytes = addressBytes(id, address);
  if (bytes === null || (networkById(id).family === 'evm' && !isEvmAddress(address)))
    throw new OperatorProblem(`"${address}" is no address of ${network}.`);
  const work = nameWallet(context, { network: id, address: bytes, place }, { actor, reason });
  await explained(work, { err_conflict: 'It is named already.' });
  print('Named.');
};

export const walletCommands = [
  defineOperatorCommand({
    name: 'wallet differences',
    grant: GRANTS.all,
    summary:
      'What lies on the chains and is not what the books say, and when each network was compared last; with --all yes what is over too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const { pool } = context;
      for (const { networkId, blockNumber, at, looked, differences } of await listReconciliations(pool))
        print(
          `${networkLabel(networkId).padEnd(13)} ${at.toISOString().slice(0, 19)}  block ${blockNumber}, ${counted(looked, 'balance')}, ${differences === 0 ? 'nothing is missing' : `${differences} LESS than the books say`}`,
        );
      const found = await listDifferences(pool, all === 'yes');
      for (const difference of found) {
        const { foundAt, endedAt, acknowledgedAt, acknowledgedBy, reason } = difference;
        print(`${tellDifference(difference)}; found ${minuteOf(foundAt)}`);
        if (endedAt !== null) print(`    gone ${minuteOf(endedAt)}`);
        if (acknowledgedAt !== null) print(`    explained ${minuteOf(acknowledgedAt)} by ${acknowledgedBy}: ${reason}`);
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
    grant: GRANTS.two,
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
    grant: GRANTS.two,
    summary: 'Names a cold wallet of a network: what it holds is in the books from the next comparison on.',
    flags: { network: networkFlag(NAMED), address: ADDRESS, reason: REASON },
    run: (house, input) => nameOne(house, 'cold', input),
  }),
  defineOperatorCommand({
    name: 'wallet addresses',
    grant: GRANTS.personal,
    summary: 'Deposit addresses that hold enough to be moved, by their child numbers, where nothing of ours signs.',
    flags: { network: networkFlag(BY_HAND) },
    run: async ({ context, print }, { network }) => {
      const rows = await listSweepableByHand(context.pool, requireNetwork(network, BY_HAND));
      for (const { walletId, address, index, units } of rows)
        print(`${address} child ${String(index).padEnd(6)} ${formatUnits(units)} ${walletById(walletId).name}`);
      if (rows.length === 0) print('No address holds enough to be moved.');
    },
  }),
  defineOperatorCommand({
    name: 'wallet hot',
    grant: GRANTS.two,
    summary:
      'Names the hot wallet of a network where operators send: what comes to it, from deposit addresses too, is found on the chain and booked.',
    flags: { network: networkFlag(BY_HAND), address: ADDRESS, reason: REASON },
    run: (house, input) => nameOne(house, 'hot', input),
  }),
];
