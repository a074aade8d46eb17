import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImports } from './import-rules.ts';

const workspaces = [
  'packages/rules',
  'packages/art',
  'packages/contract',
  'packages/ui',
  'packages/files',
  'packages/embedded-postgres',
  'apps/server',
  'apps/web',
  'simulators',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'minerx-arrows-'));
  write('package.json', '{"name":"tree","private":true,"type":"module"}');
  write('tsconfig.json', '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true,"noEmit":true}}');
  for (const workspace of workspaces)
    write(`${workspace}/package.json`, `{"name":"${workspace}","type":"module","dependencies":{}}`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

/** Writes two files, the first importing the second. */
const seed = (from: string, to: string): void => {
  write(to, 'export const value = 1;\n');
  const path = relative(dirname(from), to);
  write(from, `import { value } from '${path.startsWith('.') ? path : `./${path}`}';\nexport const copy = value;\n`);
};

const S = 'apps/server/src';
const W = 'apps/web/src';

/** rule, importing file, imported file. */
const violations: [rule: string, from: string, to: string][] = [
  ['rules-are-pure', 'packages/rules/src/money.ts', 'packages/contract/src/money.ts'],
  ['rules-are-pure', 'packages/rules/src/money.ts', 'node_modules/zod/index.js'],
  ['art-is-pure', 'packages/art/src/shapes.ts', 'packages/rules/src/money.ts'],
  ['contract-knows-only-rules', 'packages/contract/src/order.ts', 'packages/ui/src/order.ts'],
  ['ui-knows-no-noun', 'packages/ui/src/money.tsx', 'packages/rules/src/money.ts'],
  ['files-know-nothing', 'packages/files/src/create-once.ts', 'packages/rules/src/money.ts'],
  ['embedded-postgres-knows-no-product', 'packages/embedded-postgres/src/server.ts', 'packages/rules/src/money.ts'],
  ['packages-below-apps', 'packages/ui/src/money.tsx', `${W}/app/router.tsx`],
  ['apps-do-not-meet', `${W}/app/router.tsx`, `${S}/env.ts`],
  ['simulators-import-nothing-of-ours', 'simulators/src/fleet.ts', 'packages/rules/src/money.ts'],
  ['nobody-imports-simulators', `${S}/outside/market/market.ts`, 'simulators/src/price.ts'],
  ['signer-stands-alone', `${S}/signer/policy.ts`, `${S}/env.ts`],
  ['nobody-imports-the-signer', `${S}/jobs/payout.ts`, `${S}/signer/wallet.ts`],
  ['routes-never-see-sql', `${S}/modules/order/order.route.ts`, `${S}/modules/order/order.store.ts`],
  ['routes-never-see-sql', `${S}/modules/order/order.route.ts`, `${S}/db/pool.ts`],
  ['only-commands-touch-ledger', `${S}/modules/order/order.route.ts`, `${S}/ledger/post.ts`],
  ['only-commands-touch-ledger', `${S}/jobs/settle.ts`, `${S}/ledger/post.ts`],
  ['stores-are-leaves', `${S}/modules/order/order.store.ts`, `${S}/modules/order/order.command.ts`],
  ['stores-are-leaves', `${S}/modules/order/order.store.ts`, `${S}/modules/wallet/wallet.step.ts`],
  ['steps-are-below-commands', `${S}/modules/order/order.step.ts`, `${S}/modules/order/order.command.ts`],
  ['words-of-sql-stay-with-statements', `${S}/modules/order/order.command.ts`, `${S}/modules/order/order.sql.ts`],
  ['ledger-tables-are-leaves', `${S}/modules/order/order.ledger.ts`, `${S}/modules/order/order.store.ts`],
  ['equations-are-leaves', `${S}/modules/order/order.equations.ts`, `${S}/modules/order/order.query.ts`],
  ['the-check-knows-no-noun', `${S}/modules/integrity/integrity.query.ts`, `${S}/modules/order/order.query.ts`],
  ['queries-only-look', `${S}/modules/order/order.query.ts`, `${S}/modules/order/order.command.ts`],
  ['desks-only-look', `${S}/operator/desk/ticket.desk.ts`, `${S}/modules/ticket/ticket.command.ts`],
  ['commands-know-no-http', `${S}/modules/order/order.command.ts`, `${S}/http/session.ts`],
  ['modules-meet-at-stores-and-queries', `${S}/modules/order/order.route.ts`, `${S}/modules/wallet/wallet.command.ts`],
  ['commands-meet-at-stores', `${S}/modules/order/order.command.ts`, `${S}/modules/wallet/wallet.query.ts`],
  ['jobs-and-feeds-call-commands-and-queries', `${S}/jobs/settle.ts`, `${S}/modules/order/order.store.ts`],
  ['jobs-and-feeds-call-commands-and-queries', `${S}/feeds/miner.ts`, `${S}/modules/order/order.store.ts`],
  ['nobody-imports-feeds', `${S}/modules/order/order.command.ts`, `${S}/feeds/hub.ts`],
  ['nobody-imports-feeds', `${S}/context.ts`, `${S}/feeds/hub.ts`],
  ['gates-know-no-noun', `${S}/http/session.ts`, `${S}/modules/member/member.query.ts`],
  ['no-arrow-up-to-ledger', `${S}/bus/bus.ts`, `${S}/ledger/post.ts`],
  ['no-arrow-up-to-context', `${S}/ledger/post.ts`, `${S}/context.ts`],
  ['no-arrow-up-to-gates', `${S}/context.ts`, `${S}/http/session.ts`],
  ['no-arrow-up-to-nouns', `${S}/context.ts`, `${S}/modules/market/market-memory.ts`],
  ['no-arrow-up-to-feeds-and-jobs', `${S}/modules/order/order.command.ts`, `${S}/jobs/settle.ts`],
  ['no-arrow-up-to-composition', `${S}/seed/reference.ts`, `${S}/composition/compose.ts`],
  ['no-arrow-up-to-composition', `${S}/modules/reward/reward.command.ts`, `${S}/composition/ledger-tables.ts`],
  ['no-arrow-up-to-composition', `${S}/modules/integrity/integrity.query.ts`, `${S}/composition/equations.ts`],
  ['no-arrow-up-to-operators', `${S}/modules/order/order.command.ts`, `${S}/operator/catalogue.ts`],
  ['no-arrow-up-to-demo-and-start', `${S}/composition/compose.ts`, `${S}/demo/demo.ts`],
  ['no-arrow-up-to-programs', `${S}/demo/demo.ts`, `${S}/main.ts`],
  ['db-is-below', `${S}/db/pool.ts`, `${S}/modules/member/member.query.ts`],
  ['ledger-knows-no-noun', `${S}/ledger/post.ts`, `${S}/modules/order/order.store.ts`],
  ['outside-is-protocol-only', `${S}/outside/market/market.ts`, `${S}/db/pool.ts`],
  ['features-do-not-meet', `${W}/features/order/list.tsx`, `${W}/features/wallet/list.tsx`],
  ['features-below-screens', `${W}/features/order/list.tsx`, `${W}/screens/order.tsx`],
  ['screens-below-app', `${W}/screens/order.tsx`, `${W}/app/router.tsx`],
  ['screens-do-not-meet', `${W}/screens/order.tsx`, `${W}/screens/wallet.tsx`],
  ['web-base-is-below', `${W}/feeds/market.ts`, `${W}/features/order/list.tsx`],
  ['web-base-is-below', `${W}/base/page.tsx`, `${W}/screens/order.tsx`],
];

describe('the import rules', () => {
  it.each(violations)('%s catches %s → %s', async (rule, from, to) => {
    seed(from, to);
    expect((await checkImports(root)).violations).toContain(`${rule}: ${from} → ${to}`);
  });

  it('no-cycles catches two files that import each other', async () => {
    write('packages/rules/src/a.ts', "import { b } from './b.ts';\nexport const a = (): number => b();\n");
    write('packages/rules/src/b.ts', "import { a } from './a.ts';\nexport const b = (): number => a();\n");
    expect((await checkImports(root)).violations.join()).toContain('no-cycles');
  });

  it('everything-resolves catches an import of nothing', async () => {
    write('packages/rules/src/a.ts', "import { b } from './nowhere.ts';\nexport const a = b;\n");
    expect((await checkImports(root)).violations.join()).toContain('everything-resolves');
  });

  it('declared-dependencies-only catches a hoisted package that the workspace does not name', async () => {
    write('node_modules/hoisted/package.json', '{"name":"hoisted","type":"module","exports":"./index.js"}');
    write('node_modules/hoisted/index.js', 'export const value = 1;\n');
    write(`${S}/composition/app.ts`, "import { value } from 'hoisted';\nexport const app = value;\n");
    expect((await checkImports(root)).violations.join()).toContain('declared-dependencies-only');
  });

  it('sees through the links of the workspaces', async () => {
    write('packages/contract/package.json', '{"name":"@tree/contract","type":"module","exports":{"./*":"./src/*.ts"}}');
    write('packages/contract/src/order.ts', 'export const value = 1;\n');
    write('simulators/src/fleet.ts', "import { value } from '@tree/contract/order';\nexport const fleet = value;\n");
    mkdirSync(join(root, 'node_modules/@tree'), { recursive: true });
    symlinkSync(join(root, 'packages/contract'), join(root, 'node_modules/@tree/contract'));
    expect((await checkImports(root)).violations).toContain(
      'simulators-import-nothing-of-ours: simulators/src/fleet.ts → packages/contract/src/order.ts',
    );
  });

  it('each have a violation here', async () => {
    seed('packages/rules/src/a.ts', 'packages/rules/src/b.ts');
    const { rules } = await checkImports(root);
    const shown = new Set([
      ...violations.map(([rule]) => rule),
      'no-cycles',
      'everything-resolves',
      'declared-dependencies-only',
    ]);
    expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
  });

  it('let the arrows of the house pass', async () => {
    seed('packages/contract/src/order.ts', 'packages/rules/src/order.ts');
    seed(`${S}/modules/order/order.route.ts`, `${S}/modules/order/order.command.ts`);
    seed(`${S}/modules/order/order.command.ts`, `${S}/modules/wallet/wallet.store.ts`);
    seed(`${S}/modules/wallet/wallet.command.ts`, `${S}/ledger/post.ts`);
    seed(`${S}/composition/app.ts`, `${S}/feeds/hub.ts`);
    seed(`${S}/jobs/settle.ts`, `${S}/modules/order/order.command.ts`);
    seed(`${W}/app/router.tsx`, `${W}/screens/order.tsx`);
    expect((await checkImports(root)).violations).toEqual([]);
  });
});
