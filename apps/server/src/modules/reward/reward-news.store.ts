import type { Tx } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';

/** The topic of the outbox for days whose rewards were credited. */
export const REWARD_NEWS = 'reward_news';

/** As it stands in the outbox. */
export interface RewardNews {
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** Notes that members are to be told of a day's rewards; who was told of all of his is told nothing again. After the commit: the outbox. */
export const noteRewards = (tx: Tx, day: string, at: Date): Promise<void> =>
  queueWork(tx, { topic: REWARD_NEWS, payload: { day } satisfies RewardNews }, at);
