import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { frozen } from './session.ts';

export const operatorHealth = defineCall({
  method: 'GET',
  path: 'operator/health',
  summary: 'How everything stands that goes on by itself: payouts, sources, chains, and the signs that are scraped.',
  session: 'operator',
  result: z.object({
    frozen,
    /** Balances on chains that are not what the books say, and that nobody has explained. */
    differences: z.number(),
    /** Why the network's tip is not believed; null when it is. */
    refused_tip: z.nullable(z.object({ since: z.string(), detail: z.string() })),
    /** As this process has seen them since it started. */
    sources: z.array(
      z.object({
        name: z.string(),
        simulated: z.boolean(),
        answered: z.number(),
        failed: z.number(),
        last_answer_at: z.nullable(z.string()),
        last_failure_at: z.nullable(z.string()),
        last_failure: z.nullable(z.string()),
      }),
    ),
    chains: z.array(
      z.object({
        network: z.string(),
        block: z.number(),
        head: z.number(),
        read_at: z.string(),
        simulated: z.boolean(),
      }),
    ),
    signs: z.array(z.object({ name: z.string(), about: z.string(), value: z.nullable(z.number()) })),
  }),
  refusals: ['err_forbidden'],
});
