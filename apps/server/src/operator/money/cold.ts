import { minuteOf } from '@minerx/rules/utc-time';
import { addressBytes, hashOf, spellAddress } from '@minerx/rules/chain-spelling';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { readTransactionHash } from '@minerx/rules/withdrawal';
import { isUuid } from '../../base/ids.ts';
import {
  approveColdMovement,
  dropColdMovement,
  tellColdMovement,
} from '../../modules/hot-wallet/cold-movement.command.ts';
import { findColdMovement, listColdMovements } from '../../modules/hot-wallet/cold-movement.query.ts';
import type { ColdMovement } from '../../modules/hot-wallet/cold-movement.store.ts';
import { findHandMove } from '../../modules/hot-wallet/hand-move.query.ts';
import { lookForHandSent } from '../../modules/withdrawal/withdrawal-proof.command.ts';
import type { Hex } from '../../outside/chain/port.ts';
import { watchedChains } from '../../outside/outside.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { explained } from '../explained.ts';

const ID = { hint: 'id of the movement', kind: 'text', required: true } as const;

const SENTENCES = {
  err_conflict:
    'It stands elsewhere by now (cold list): agreed to already, ended, or the worker sends it (payout return gives up what waits there).',
  err_withdrawal_address: 'This is no cold wallet of the network; wallet cold names one.',
};

const requireMovement = async ({ context }: OperatorHouse, id: string): Promise<ColdMovement> => {
  const found = isUuid(id) ? await findColdMovement(context.pool, id) : null;
  if (found === null) throw new OperatorProblem(`There is no movement ${id}.`);
  return found;
};

const stateOf = ({ approvedAt, approvedBy, address, txHash, outcome, endedAt, networkId }: ColdMovement): string => {
  if (endedAt !== null) return `${outcome} ${minuteOf(endedAt)}${txHash === null ? '' : `, ${txHash}`}`;
  if (approvedAt === null || address === null) return 'proposed: cold approve';
  const to = `to ${spellAddress(networkId, address as Hex)}, agreed to by ${approvedBy} ${minuteOf(approvedAt)}`;
  return txHash === null ? `${to}, not sent` : `${to}, sent by ${txHash}, not booked yet`;
};

export const coldCommands = [
  defineOperatorCommand({
    name: 'cold list',
    grant: GRANTS.all,
    summary: 'What is too much in the hot wallets and is to move to cold ones; with --all yes what has ended too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const rows = await listColdMovements(context.pool, all === 'yes');
      for (const row of rows) {
        print(
          `${row.id} ${formatUnits(row.units)} ${walletById(row.walletId).name} on ${networkLabel(row.networkId)}, ${minuteOf(row.proposedAt)}`,
        );
        print(`    ${stateOf(row)}`);
      }
      if (rows.length === 0) print('No hot wallet is too full.');
    },
  }),
  defineOperatorCommand({
    name: 'cold approve',
    grant: GRANTS.two,
    summary:
      'Agrees to a movement to a named cold wallet. The worker sends it where it has the key; elsewhere somebody does, and records it (cold sent).',
    flags: { id: ID, address: { hint: 'of a cold wallet', kind: 'text', required: true }, reason: REASON },
    run: async (house, { id, address, reason }) => {
      const { context, print, actor } = house;
      const { networkId } = await requireMovement(house, id);
      const bytes = addressBytes(networkId, address);
      if (bytes === null) throw new OperatorProblem(`"${address}" is no address of ${networkLabel(networkId)}.`);
      await explained(approveColdMovement(context, { id, address: bytes }, { actor, reason }), SENTENCES);
      print('Agreed.');
    },
  }),
  defineOperatorCommand({
    name: 'cold sent',
    grant: GRANTS.money,
    summary:
      'Records the transaction by which you have moved it by hand. It is booked when the chain shows it, never on your word.',
    flags: { id: ID, hash: { hint: 'hash of the transaction', kind: 'text', required: true }, reason: REASON },
    needsOutside: true,
    run: async (house, { id, hash, reason }) => {
      const { context, print, actor } = house;
      const { networkId } = await requireMovement(house, id);
      const known = readTransactionHash(networkId, hash);
      if (known === null)
        throw new OperatorProblem(`--hash is no transaction of ${networkLabel(networkId)}: "${hash}"`);
      const chain = watchedChains(context.outside).get(networkId);
      if (chain === undefined)
        throw new OperatorProblem(`${networkLabel(networkId)} is not read here: nothing could bear it out.`);
      const move = await findHandMove(context.pool, id);
      if (move === null) throw new OperatorProblem(SENTENCES.err_conflict);
      const sight = await lookForHandSent(chain, move, known);
      if (sight.kind === 'mismatch') throw new OperatorProblem(`This transaction does not move it: ${sight.why}.`);
      await explained(tellColdMovement(context, { id, txHash: hashOf(known) }, { actor, reason }), SENTENCES);
      print('Noted; it is booked when the chain has it for good.');
    },
  }),
  defineOperatorCommand({
    name: 'cold drop',
    grant: GRANTS.money,
    summary: 'Gives a movement up that has not left: the next comparison proposes what is too much then.',
    flags: { id: ID, reason: REASON },
    run: async (house, { id, reason }) => {
      await requireMovement(house, id);
      await explained(dropColdMovement(house.context, id, { actor: house.actor, reason }), SENTENCES);
      house.print('Dropped.');
    },
  }),
];
