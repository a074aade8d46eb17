import type { Mutant } from './mutant.ts';

const connection = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/security/connection-limits.ts',
  from,
  to,
  tests: ['apps/server/src/security/connection-limits.test.ts'],
});

const metric = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/system/vital-signs.query.ts',
  from,
  to,
  tests: ['apps/server/src/http/served/metrics.test.ts'],
});

const watching = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/start/keep-running.ts',
  from,
  to,
  tests: ['apps/server/src/start/keep-running.test.ts'],
});

/** Where the outside begins: connections, proxies, figures and alarms for whoever watches, and the Node that runs all of it. */
export const edgeMutants: readonly Mutant[] = [
  connection('connections of one address are not limited', '    socket.destroy();\n', ''),
  connection('a closed connection keeps its place', "return void socket.once('close', leave);", 'return;'),
  connection('a proxy is one visitor', 'if (env.trustProxy > 0) {', 'if (env.trustProxy > 9) {'),
  connection('an answered request keeps its place', "return void reply.raw.once('close', leave);", 'return;'),
  {
    name: 'whoever was refused a live socket keeps the connection',
    file: 'apps/server/src/http/raw-answer.ts',
    from: "socket.once('finish', () => socket.destroy());",
    to: '',
    tests: ['apps/server/src/security/connection-limits.test.ts'],
  },
  {
    name: 'a proxy that nobody has named is warned of at each request',
    file: 'apps/server/src/http/security.ts',
    from: '      warned = true;\n',
    to: '',
    tests: ['apps/server/src/http/security.test.ts'],
  },
  {
    name: 'a proxy that nobody has named is not noticed',
    file: 'apps/server/src/http/security.ts',
    from: "env.mode !== 'production' || env.trustProxy > 0",
    to: 'env.trustProxy >= 0',
    tests: ['apps/server/src/http/security.test.ts'],
  },
  watching('a database without room ends the server', 'if (had && (await hasRoom())) throw error;', 'throw error;'),
  watching('room that comes while it fails is not believed', 'if (had && (await', 'if ((await'),
  watching('a database that cannot start is tried for ever', 'if (had && (await hasRoom())) throw error;', ''),
  metric('a figure loses what tells it', ' AS btc_price_doubted,', ' AS btc_price_doubtful,'),
  metric(
    'a figure vanishes',
    "  cold_movements_waiting: 'What is too much in hot wallets and nobody has agreed to move, or has not moved yet.',\n",
    '',
  ),
  {
    name: 'a program runs under any Node',
    file: 'bench/src/s3-reads.ts',
    from: "import '../../scripts/pinned-node.ts';\n",
    to: '',
    tests: ['scripts/pinned-node.test.ts'],
  },
  {
    name: 'an alarm that comes and goes is mailed each time',
    file: 'apps/server/src/modules/mail/operator-mail.store.ts',
    from: ' WHERE a.told_at <= $4 OR a.told_at > $3`',
    to: ' WHERE a.told_at <= $4 OR $3 IS NOT NULL`',
    tests: ['apps/server/src/modules/market/market-price.test.ts'],
  },
  {
    name: 'a note of the future silences an alarm',
    file: 'apps/server/src/modules/mail/operator-mail.store.ts',
    from: ' OR a.told_at > $3`',
    to: ' OR $3 IS NULL`',
    tests: ['apps/server/src/modules/settlement/waiting/waiting-days.test.ts'],
  },
  {
    name: 'an alarm that lasts is not mailed again',
    file: 'apps/server/src/modules/market/price-band.command.ts',
    from: 'return doubted !== null && queueAlarm',
    to: 'return isNew && doubted !== null && queueAlarm',
    tests: ['apps/server/src/modules/market/market-price.test.ts'],
  },
  {
    name: 'nobody is told that a day waits',
    file: 'apps/server/src/jobs/settlement.ts',
    from: '    await tellWaitingDays(context);\n',
    to: '',
    tests: ['apps/server/src/modules/settlement/waiting/waiting-days.test.ts'],
  },
  {
    name: 'a day waits for an operator while the pool may still tell of it',
    file: 'apps/server/src/modules/settlement/waiting/waiting-days.query.ts',
    from: 'const WAITS_AFTER_MS = 25 * HOUR_MS;',
    to: 'const WAITS_AFTER_MS = 24 * HOUR_MS;',
    tests: ['apps/server/src/modules/settlement/waiting/waiting-days.test.ts'],
  },
  {
    name: 'a day that fails holds up the days after it',
    file: 'apps/server/src/jobs/settlement.ts',
    from: '          faults.push(error);\n',
    to: '          throw error;\n',
    tests: ['apps/server/src/modules/settlement/waiting/waiting-days.test.ts'],
  },
  {
    name: 'an order that no machine came for ends without a word',
    file: 'apps/server/src/modules/order/waiting-order.command.ts',
    from: 'return cancel(view, make, order, [news]);',
    to: 'return cancel(view, make, order, news === null ? [news] : []);',
    tests: ['apps/server/src/modules/notice/notice.test.ts'],
  },
  {
    name: 'a mail that says what came back follows the choice of a group',
    file: 'packages/rules/src/member/notice.ts',
    from: 'return mail ?? group;',
    to: 'return group;',
    tests: ['apps/server/src/modules/notice/notice-mail.test.ts'],
  },
];
