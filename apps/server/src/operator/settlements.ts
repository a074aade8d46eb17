import { formatUnits } from '@minerx/rules/money';
import { settleDay } from '../jobs/settlement.ts';
import { listSettledDays } from '../modules/settlement/settlement-days.query.ts';
import { defineOperatorCommand, OperatorProblem } from './command.ts';

const SHOWN_DAYS = 14;

export const settlementCommands = [
  defineOperatorCommand({
    name: 'settlement run',
    summary: 'Settles a UTC day now. A day and an order are settled once, however often this runs.',
    flags: { day: { hint: '2026-11-19', kind: 'day', required: true } },
    needsOutside: true,
    run: async ({ context, print }, { day }) => {
      const { state, reason, orders, sat, openOrders } = await settleDay(context, day);
      if (state === 'waiting')
        throw new OperatorProblem(`${day} cannot be settled yet: ${reason ?? 'no reason given'}`);
      print(`${day} is ${state}: ${orders} orders credited now with ${formatUnits(sat)} BTC`);
      if (openOrders > 0) print(`${openOrders} orders wait for the pool's figures`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement status',
    summary: `The newest ${SHOWN_DAYS} days: state, orders, what was credited, at which price.`,
    flags: {},
    run: async ({ context, print }) => {
      const days = await listSettledDays(context.pool, SHOWN_DAYS);
      for (const { day, state, orders, sat, priceUnits, payoutShare, simulated } of days) {
        const figures = `${String(orders).padStart(7)} orders ${formatUnits(sat).padStart(12)} BTC at ${formatUnits(priceUnits)} USD`;
        const paid = `pool paid ${(payoutShare * 100).toFixed(2)} %`;
        print(`${day} ${state.padEnd(11)} ${figures}, ${paid}${simulated ? ' (simulated)' : ''}`);
      }
      if (days.length === 0) print('No day has been settled yet.');
    },
  }),
];
