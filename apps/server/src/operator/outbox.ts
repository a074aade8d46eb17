import { minuteOf } from '@minerx/rules/utc-time';
import { dropGivenUp, retryGivenUp } from '../modules/outbox/given-up.command.ts';
import { listGivenUp } from '../modules/outbox/given-up.query.ts';
import { defineOperatorCommand, GRANTS, REASON } from './command.ts';

const ID = { hint: 'number', kind: 'whole', required: true } as const;

export const outboxCommands = [
  defineOperatorCommand({
    name: 'outbox list',
    grant: GRANTS.all,
    summary: 'Mails and other work that was given up, the latest first. 100 at most.',
    flags: {},
    run: async ({ context, print }) => {
      const rows = await listGivenUp(context.pool);
      for (const { id, topic, createdAt, givenUpAt, attempts, lastError } of rows) {
        const [asked, ended] = [createdAt, givenUpAt].map(minuteOf);
        print(
          `${id} ${topic.padEnd(16)} asked ${asked}, given up ${ended} after ${attempts}: ${lastError ?? 'unknown'}`,
        );
      }
      if (rows.length === 0) print('Nothing was given up.');
    },
  }),
  defineOperatorCommand({
    name: 'outbox retry',
    grant: GRANTS.admin,
    summary: 'Has work that was given up done again, from its first try on.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await retryGivenUp(context, { id: BigInt(id), actor, reason });
      print(`${id} is tried again.`);
    },
  }),
  defineOperatorCommand({
    name: 'outbox drop',
    grant: GRANTS.admin,
    summary: 'Forgets work that was given up.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await dropGivenUp(context, { id: BigInt(id), actor, reason });
      print(`${id} is dropped.`);
    },
  }),
];
