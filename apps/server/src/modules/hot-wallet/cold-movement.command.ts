import { formatUnits } from '@minerx/rules/money';
import { surplusUnits } from '@minerx/rules/hot-wallet';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import { listColdMovements } from './cold-movement.query.ts';
import {
  followColdMovements,
  insertColdMovement,
  lockColdMovement,
  noteApproved,
  noteDropped,
  noteHash,
  type ColdMovement,
} from './cold-movement.store.ts';
import { listHotWallets } from './hot-wallet.query.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'bus'>;
type Who = { readonly actor: Actor; readonly reason: string };

const subjectOf = (id: string): string => `cold-movement:${id}`;

const sentenceOf = ({
  id,
  networkId,
  walletId,
  units,
}: Pick<ColdMovement, 'id' | 'networkId' | 'walletId' | 'units'>) =>
  `${formatUnits(units)} ${walletById(walletId).name} on ${networkLabel(networkId)} is more than should lie in the hot wallet. ` +
  `npm run operator -- cold approve --id ${id} --address … --reason "…" moves it to a cold wallet; another operator has to agree.`;

/**
 * Proposes what is too much in a hot wallet, once until it has ended, and mails it; drops what nobody has agreed to and is not too much any
 * more; carries on what has left.
 */
export const keepColdMovements = async ({ pool, clock, random, bus }: Dependencies): Promise<void> => {
  const at = new Date(clock.now());
  await inTransaction(pool, (tx) => followColdMovements(tx, at));
  const surplus = (await listHotWallets(pool, at)).map((each) => ({
    ...each,
    units: surplusUnits(each, each.coldAboveUnits, each.sweepFromUnits),
  }));
  const open = await listColdMovements(pool);
  const over = open.filter(
    ({ networkId, walletId, approvedAt }) =>
      approvedAt === null &&
      surplus.every((each) => each.networkId !== networkId || each.walletId !== walletId || each.units === 0n),
  );
  if (over.length > 0)
    await noteDropped(
      pool,
      over.map(({ id }) => id),
      at,
    );
  for (const { networkId, walletId, units } of surplus.filter((each) => each.units > 0n)) {
    const movement = { id: uuidV7(clock, random), networkId, walletId, units };
    const isNew = await inTransaction(pool, async (tx) => {
      if (!(await insertColdMovement(tx, movement, at))) return false;
      await queueOperatorMail(tx, { subject: 'The hot wallet holds too much', text: sentenceOf(movement) }, at);
      return true;
    });
    if (isNew) bus.publish('outbox', { topic: 'operator_mail' });
  }
};

const requireOpen = async (tx: Tx, id: string): Promise<ColdMovement> => {
  const movement = (await lockColdMovement(tx, id)) ?? refuse('err_not_found');
  return movement.endedAt === null ? movement : refuse('err_conflict');
};

/**
 * Operators agree to a movement, and say to which cold wallet. The worker sends it where it has the keys.
 * @param address of a named cold wallet, the twenty bytes
 * @throws err_not_found: no such movement; err_conflict: agreed to already, or ended; err_withdrawal_address: no such cold wallet
 */
export const approveColdMovement = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { id, address }: { readonly id: string; readonly address: string },
  { actor, reason }: Who,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const movement = await requireOpen(tx, id);
    if (movement.approvedAt !== null) refuse('err_conflict');
    if (!(await noteApproved(tx, movement, { address, actor, at }))) refuse('err_withdrawal_address');
    const detail = {
      network: movement.networkId,
      wallet: movement.walletId,
      amount: formatUnits(movement.units),
      address,
    };
    await appendAudit(tx, at, [{ actor, action: 'cold.approve', subject: subjectOf(id), reason, detail }]);
  });

/**
 * Records the transaction by which somebody has moved it by hand. It ends when what came to the cold wallet by it is read from the chain
 * and booked, never by anybody's word.
 * @throws err_not_found; err_conflict: not agreed to, ended, or the worker sends it
 */
export const tellColdMovement = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { id, txHash }: { readonly id: string; readonly txHash: string },
  { actor, reason }: Who,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { approvedAt, payoutStatus } = await requireOpen(tx, id);
    if (approvedAt === null || payoutStatus !== null) refuse('err_conflict');
    await noteHash(tx, id, txHash);
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'cold.sent', subject: subjectOf(id), reason, detail: { hash: txHash } },
    ]);
  });

/**
 * Gives a movement up that has not left.
 * @throws err_not_found; err_conflict: ended, or the worker sends it
 */
export const dropColdMovement = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  id: string,
  { actor, reason }: Who,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const { payoutStatus } = await requireOpen(tx, id);
    if (payoutStatus !== null) refuse('err_conflict');
    await noteDropped(tx, [id], at);
    await appendAudit(tx, at, [{ actor, action: 'cold.drop', subject: subjectOf(id), reason, detail: {} }]);
  });
