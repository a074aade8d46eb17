import type { Context } from '../context.ts';
import { recordPoolSight, recountStock } from '../modules/device/device-stock.command.ts';
import type { Job } from './clock.ts';

/** Once a minute: whom the pool sees, and what of the devices is stock. A pool that does not answer leaves its last word standing. */
export const deviceStockJob = (context: Context): Job => ({
  name: 'device stock',
  everyMs: 60_000,
  run: async () => {
    try {
      await recordPoolSight(context);
    } finally {
      await recountStock(context);
    }
  },
});
