import '../../scripts/pinned-node.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { succeed } from '../src/call.ts';
import { DEMO, tokenOf } from '../src/member.ts';
import { createWorld, endWorld } from '../src/world.ts';

/** When the baselines were taken: dates on the screens, the demo's thirty days and its figures follow from it. */
const MOMENT = new Date('2026-11-20T08:00:00.000Z');

/** What the demo's chain brings in its first minute, after the thirty days: until then the history is shorter. */
const LAST_TO_COME = ['deposit', 'withdrawal_sent'];
/** What is told of last. */
const LAST_TOLD = ['withdrawal_confirmed', 'nft_sent'];
const WITHIN_MS = 180_000;

const untilTheDemoIsWhole = async (): Promise<void> => {
  const accessToken = await tokenOf(DEMO);
  const end = Date.now() + WITHIN_MS;
  const hasCome = async (kind: string): Promise<boolean> => {
    const body = { page: 1, pageSize: 8, kinds: [kind] };
    const { data } = await succeed('wallet/transaction', { body, accessToken });
    return (data as unknown[]).length > 0;
  };
  const isTold = async (): Promise<boolean> => {
    const { data } = await succeed('member/notice/all', { body: { pageSize: 8 }, accessToken });
    const kinds = (data as { kind: string }[]).map(({ kind }) => kind);
    return LAST_TOLD.every((kind) => kinds.includes(kind));
  };
  while (!(await Promise.all([...LAST_TO_COME.map(hasCome), isTold()])).every(Boolean)) {
    if (Date.now() > end) throw new Error(`the demo never came to ${[...LAST_TO_COME, ...LAST_TOLD].join(' and ')}`);
    await sleep(1000);
  }
};

export default async function setUp(): Promise<() => Promise<void>> {
  try {
    await createWorld(MOMENT);
    await untilTheDemoIsWhole();
  } catch (error) {
    await endWorld().catch(() => undefined);
    throw error;
  }
  return endWorld;
}
