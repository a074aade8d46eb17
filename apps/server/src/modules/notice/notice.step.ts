import { DAY_MS } from '@minerx/rules/duration';
import { uuidV7 } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { queueNoticeMails } from './notice-mail.step.ts';
import { queuePushes } from './push.step.ts';
import { PUSH } from './push.store.ts';
import { insertNotices, listSent, type NewNotice } from './notice.store.ts';

/** Members in a message of the bus, so that it stays below the size that NOTIFY takes. */
const MEMBERS_PER_MESSAGE = 300;

/**
 * Notes what members are to be told, once each however often it is called, and queues the mails and messages that they chose; gives whose are new. What lies more than a day back,
 * such as a demo's past, stands in the list and is not announced. After the commit: `tellNotices`.
 */
export const noteNotices = async (
  context: Pick<Context, 'env' | 'expiryClock' | 'random' | 'vault'>,
  tx: Tx,
  notices: readonly NewNotice[],
): Promise<{ id: string; memberId: bigint }[]> => {
  const { expiryClock, random } = context;
  // Of the moment when it happened, so that the newest stands first whenever its job ran.
  const named = notices.map((notice) => ({
    ...notice,
    id: uuidV7({ now: () => notice.at.getTime() }, random),
  }));
  const noted = await insertNotices(tx, named, new Date(expiryClock.now() - DAY_MS));
  const newIds = noted.flatMap(({ id, isNew }) => (isNew ? [id] : []));
  if (newIds.length === 0) return noted;
  const sent = await listSent(tx, newIds);
  const told = named.filter(({ id }) => sent.has(id));
  await queueNoticeMails(context, tx, told);
  await queuePushes(context, tx, told);
  return noted;
};

/** Tells the members' open apps that there is something new, and the outbox that there may be mails and messages. */
export const tellNotices = ({ bus }: Pick<Context, 'bus'>, noted: readonly { memberId: bigint }[]): void => {
  if (noted.length > 0) for (const topic of ['mail', PUSH]) bus.publish('outbox', { topic });
  const memberIds = [...new Set(noted.map(({ memberId }) => memberId.toString()))];
  for (let from = 0; from < memberIds.length; from += MEMBERS_PER_MESSAGE)
    bus.publish('notices', { memberIds: memberIds.slice(from, from + MEMBERS_PER_MESSAGE) });
};
