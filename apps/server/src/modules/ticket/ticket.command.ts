import { DAY_MS, HOUR_MS } from '@minerx/rules/duration';
import { createHash } from 'node:crypto';
import { saysSomething, takesMessages } from '@minerx/rules/ticket';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { crockford, uuidV7 } from '../../base/ids.ts';
import { findAnswer, once, type AskedKey } from '../../ledger/answers.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { refuse } from '../../refusal.ts';
import { tellNotices } from '../notice/notice.step.ts';
import { markNoticesAboutRead } from '../notice/notice.store.ts';
import { keepImage } from './ticket-image.ts';
import {
  countMessagesSince,
  countTicketsSince,
  findTicketForUpdate,
  insertFile,
  insertMessage,
  insertTicket,
  markTicketRead,
  touchTicket,
  type HeldTicket,
} from './ticket.store.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random' | 'bus' | 'outside'>;

const TICKETS_A_DAY = 20;
const MESSAGES_AN_HOUR = 60;
const NUMBER_LENGTH = 8;

/** The number that member and support call a ticket by. */
const drawNumber = (random: Context['random']): string => `TK-${crockford(random, NUMBER_LENGTH)}`;

/**
 * Opens a ticket with its question and gives its id. The same key and question again give the same ticket.
 * @throws err_too_many, err_idempotency_mismatch
 */
export const openTicket = async (
  { pool, clock, random }: Dependencies,
  memberId: bigint,
  { category, question }: { category: number; question: string },
  idempotencyKey: string,
): Promise<string> => {
  const asked: AskedKey = {
    actor: `member:${memberId}`,
    name: 'member/ticket',
    key: idempotencyKey,
    fingerprint: fingerprintOf({ category, question }),
  };
  const at = new Date(clock.now());
  const id = uuidV7(clock, random);
  const done = await inTransaction(pool, (tx) =>
    once(tx, asked, { answer: { id }, at }, async () => {
      if ((await countTicketsSince(tx, memberId, new Date(at.getTime() - DAY_MS))) >= TICKETS_A_DAY)
        refuse('err_too_many', { retryAfterS: HOUR_MS / 1000 });
      await insertTicket(tx, { id, number: drawNumber(random), memberId, category, question, at });
    }),
  );
  return done.id;
};

interface MessageInput {
  ticketId: string;
  text: string;
  image: Buffer | null;
}

/**
 * Adds a message of the member to an own open ticket and gives its id. An image is looked at only for a ticket that takes it.
 * @throws err_required, err_not_found, err_ticket_closed, err_media_type, err_image, err_too_many, err_idempotency_mismatch, err_unavailable
 */
export const sendMessage = async (
  { pool, clock, random, bus, outside }: Dependencies,
  memberId: bigint,
  { ticketId, text, image }: MessageInput,
  idempotencyKey: string,
): Promise<string> => {
  if (!saysSomething(text, image !== null)) refuse('err_validation', { fields: { message: 'err_required' } });
  const asked: AskedKey = {
    actor: `member:${memberId}`,
    name: 'member/ticket/send',
    key: idempotencyKey,
    fingerprint: fingerprintOf({ ticketId, text, image: image && createHash('sha256').update(image).digest('hex') }),
  };
  const before = await findAnswer<{ id: string }>(pool, asked);
  if (before !== null) return before.id;
  const at = new Date(clock.now());
  const requireOpen = async (tx: Tx): Promise<HeldTicket> => {
    const ticket = (await findTicketForUpdate(tx, ticketId, memberId)) ?? refuse('err_not_found');
    if (!takesMessages(ticket.status)) refuse('err_ticket_closed');
    if ((await countMessagesSince(tx, ticketId, new Date(at.getTime() - HOUR_MS))) >= MESSAGES_AN_HOUR)
      refuse('err_too_many', { retryAfterS: HOUR_MS / MESSAGES_AN_HOUR / 1000 });
    return ticket;
  };
  if (image !== null) await inTransaction(pool, requireOpen);
  const file = image && (await keepImage(outside.files, image, `member:${memberId}`));
  const id = uuidV7(clock, random);
  const made = await inTransaction(pool, (tx) =>
    once(tx, asked, { answer: { id }, at }, async () => {
      await requireOpen(tx);
      if (file !== null) await insertFile(tx, file, at);
      await insertMessage(tx, { id, ticketId, adminId: 0, text, imageHash: file && file.hash, at });
      await touchTicket(tx, ticketId, 'member', at);
    }),
  );
  // The member's other tabs and devices.
  bus.publish('ticket_message', { memberId: memberId.toString(), ticketId });
  return made.id;
};

/** The member looks at a ticket: neither it nor the notices about it are new any more. */
export const readTicket = async (
  { pool, clock, bus }: Pick<Dependencies, 'pool' | 'clock' | 'bus'>,
  memberId: bigint,
  ticketId: string,
): Promise<void> => {
  await markTicketRead(pool, memberId, ticketId);
  const isTold = await markNoticesAboutRead(pool, memberId, ticketId, new Date(clock.now()));
  if (isTold) tellNotices({ bus }, [{ memberId }]);
};
