/**
 * What an error says about the database and the machine: our mistake, or a database that is away, slow or full, so that the
 * caller may ask again. The one place that knows SQLSTATEs, socket errors and the driver's own words for it.
 */

type Described = { code?: string; message?: string };

/** The driver's words, where it gives no code. */
const LOST_WORDS =
  /^Connection terminated|timeout exceeded when trying to connect|not queryable|^Client was closed|^Query read timeout/;
const LOST_CODES = /^(08|57P|25P0[34]|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)/;

/** Whether the connection or the server went away or stopped answering. What was asked last may or may not have taken place. */
export const isConnectionLoss = (error: unknown): boolean => {
  const { code, message } = error as Described;
  return code === undefined ? LOST_WORDS.test(message ?? '') : LOST_CODES.test(code);
};

/** 53 no room, memory or connections; 57014 out of time; 58 its disk fails; 55P03 a lock was not to be had; 25006 a stand-by. */
const EXHAUSTED_CODES = /^(53|57014|58|55P03|25006)/;

/** Whether the database undid what was asked because it has no room or time for it: nothing took place. */
export const isExhausted = (error: unknown): boolean => EXHAUSTED_CODES.test((error as Described).code ?? '');

/** Whether somebody else has just taken what there is once. */
export const isTaken = (error: unknown): boolean => (error as Described).code === '23505';

/** A class of work had all its connections in use for too long. */
export class NoConnection extends Error {
  override name = 'NoConnection';
}

/** Conflicts that stayed after several tries, and a machine of our own without room or files. */
const BUSY_CODES = /^(40001|40P01|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;

/** Whether nothing is wrong with what was asked, and asking again later may help. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof Error &&
    (isConnectionLoss(error) ||
      isExhausted(error) ||
      BUSY_CODES.test((error as Described).code ?? '') ||
      isTrouble(error.cause)));
