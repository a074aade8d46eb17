import { createLog } from '../../../apps/server/src/base/log.ts';
import { createLocalBus } from '../../../apps/server/src/bus/bus.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { Registry } from 'prom-client';

/** Of what is outside a benchmark answers only what it measures with. */
type Given = { [Part in Exclude<keyof Context, 'outside'>]?: Partial<Context[Part]> } & { outside?: unknown };

/**
 * A context with what every part of the server takes, and what the measured one takes besides.
 * What is missing says so by its name, where it is asked for.
 */
export const contextOf = (given: Given): Context => {
  const parts = { bus: createLocalBus(), clock: Date, log: createLog('error'), metrics: new Registry(), ...given };
  return new Proxy(parts as unknown as Context, {
    get(context, part, receiver) {
      if (!(part in context)) throw new Error(`The benchmark’s context has no ${String(part)}`);
      return Reflect.get(context, part, receiver) as unknown;
    },
  });
};
