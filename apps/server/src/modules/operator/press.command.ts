import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import type { Json } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { onceApart } from '../../ledger/once-apart.ts';

/** One press of an operator: whoever presses again under its key gets its answer. */
interface Press {
  actor: Actor;
  /** Of the action. */
  name: string;
  key: string;
  /** What was asked: the same key with other words is a mistake. */
  input: unknown;
}

/** Does what an operator pressed for, once: see `onceApart`. */
export const pressOnce = <T extends Json>(
  context: Pick<Context, 'pool' | 'clock'>,
  { input, ...press }: Press,
  work: () => Promise<{ given: T; kept?: T }>,
): Promise<T> => onceApart(context, { ...press, fingerprint: fingerprintOf(input) }, work);
