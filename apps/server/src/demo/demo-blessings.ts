import type { Context } from '../context.ts';
import { openDeck } from '../modules/blessing/draw/deck.ts';
import { openBlessing } from '../modules/blessing/blessing.command.ts';
import { countChances } from '../modules/blessing/blessing.query.ts';
import { setFreeBlessings } from '../modules/blessing/prizes/prize-pool.command.ts';
import { recordBtcPrice } from '../modules/market/market-price.command.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

const X2 = 5;
const WEEK = { before: 1, during: 5 } as const;

/**
 * Hours at which the whole simulated world is on the demo's clock, the market too; and what is picked, if the deck has it, else
 * other money: the demo looks at its own decks, so that every demo has a history of the same kind.
 */
const PICKS = [
  { hour: 21 * 24 + 1, name: 'RW' },
  { hour: 23 * 24 + 1, name: 'BTC' },
  { hour: 26 * 24 + 1, name: 'CW' },
] as const;
const MONEY: readonly string[] = PICKS.map(({ name }) => name);

/**
 * The demo member buys the X2 of the twentieth day (demo-plan.ts) while an operator lets each grant five picks, and opens
 * three of them: two are left for whoever tries the demo.
 */
export const planBlessings = (context: Context, demoId: bigint): DemoEvent[] => [
  { hour: 20 * 24 + 5, run: () => grant(context, WEEK.during, 'Raya week: five picks with each X2') },
  { hour: 20 * 24 + 7, run: () => grant(context, WEEK.before, 'End of Raya week') },
  ...PICKS.map(({ hour, name }) => ({
    hour,
    run: async () => {
      // Nothing records the market's price while the days are lived.
      await recordBtcPrice(context);
      const { nextPackId } = await countChances(context.pool, demoId);
      const index = await positionOf(context, nextPackId!, name);
      const input = { packId: nextPackId!, index, pepper: context.env.pepper };
      await context.funnel.run(openBlessing(demoId, input, null));
    },
  })),
];

const positionOf = async ({ pool, vault }: Context, packId: string, wanted: string): Promise<number> => {
  const { rows } = await pool.query<{ sealed: Buffer }>('SELECT sealed FROM blessing_deck WHERE pack_id = $1', [
    packId,
  ]);
  const names = openDeck(vault, packId, rows[0]!.sealed).cards.map(({ name }) => name);
  const first = (is: (name: string) => boolean): number => Math.max(0, names.findIndex(is));
  return names.includes(wanted) ? first((name) => name === wanted) : first((name) => MONEY.includes(name));
};

const grant = (context: Context, count: number, reason: string): Promise<void> =>
  setFreeBlessings(context, { packageId: X2, count, actor: DEMO_ACTOR, reason });
