import { describe, expect, it } from 'vitest';
import { faultsOf, pageOf, unproved, type Things } from './coverage.ts';
import { tagsOf, type Tag } from './coverage/tags.ts';

const TESTS = `
import { page } from './page.ts';
const refuse = () => page.route('**', (route) => route.fulfill({ status: 422 }));
// proves 5: a group
describe('a group', () => {
  /** What is said of it. */
  // proves 7: POST order/queue
  // proves 9: a | bar
  it('says "yes"', async () => expect(await post('order/queue')).toBe('yes'));

  // proves 8: the alert
  it.each([[1, 'x']])('of %s', refuse);
  for (const code of ['a'])
    // proves 8: one of many
    test(\`a refusal \${code}\`, () => undefined);
});
`;
const tagged = (text: string): Tag[] => tagsOf('a.test.ts', text).tags;

describe('the tags of tests', () => {
  it('belong to the test or the group below them, each with its line and the words of the test', () => {
    const { tags, bad } = tagsOf('a.test.ts', TESTS);
    expect(bad).toEqual([]);
    expect(tags.map(({ section, item, line, test }) => [section, item, line, test])).toEqual([
      ['5', 'a group', 4, 'a group'],
      ['7', 'POST order/queue', 7, 'says "yes"'],
      ['9', 'a | bar', 8, 'says "yes"'],
      ['8', 'the alert', 11, 'of %s'],
      ['8', 'one of many', 14, 'a refusal ${code}'],
    ]);
    expect(tags.map(({ body }) => body.includes('fulfill'))).toEqual([true, false, false, true, false]);
  });

  it('are refused at no test, at one that is left out, and without section and item', () => {
    const { tags, bad } = tagsOf(
      'a.test.ts',
      `// proves 5: a wish\nconst wish = 1;\n// proves 5: later\nit.todo('later');\n// proves something\nit('x', f);\n// proves 5: gone\n`,
    );
    expect(tags).toEqual([]);
    expect(bad.map(({ line, why }) => `${line} ${why}`)).toEqual([
      '3 stands at a test that is left out: “later”',
      '5 is not “proves section: item”',
      '1 stands at no test',
      '7 stands at no test',
    ]);
  });
});

const things: Things = {
  calls: ['order', 'order/queue'],
  screens: ['/profile/nft'],
  refusals: ['err_order'],
  callNames: { 'order/queue': 'orderQueue' },
};
const REAL = `import { testDatabase } from '../db/test-database.ts';\n`;
const files: Record<string, string> = {
  'apps/server/src/order/world.ts': REAL,
  'apps/server/src/order/order.test.ts': `import { world } from './world.ts';\nawait call('order/queue', 'err_order');`,
  'apps/server/src/order/silent.test.ts': `${REAL}// proves 8: err_order\nit('is silent', f);`,
  'apps/server/src/order/read.test.ts': `${REAL}await admin.read(orderQueue, 'page=1');`,
  'apps/server/src/order/longer.test.ts': `${REAL}import { orderQueue } from 'x';\nawait admin.read(orderQueues);`,
  'apps/server/src/order/typed.test.ts': `import type { Db } from '../db/test-database.ts';\nsay('err_order');`,
};
const faults = (tag: Partial<Tag>): string[] =>
  faultsOf(
    { section: '7', item: '', file: '', line: 1, test: 'it', body: '', ...tag },
    things,
    (file) => files[file] ?? null,
  );

describe('a call and a refusal', () => {
  it('are missed when no tag of their section names them, each name by itself', () => {
    const tags = tagged(TESTS);
    expect(unproved(things, tags)).toEqual(['/profile/nft', 'order', 'err_order']);
    const screen = tagged(`// proves 2: /profile/nft/history\nit('x', f);`);
    expect(unproved({ ...things, calls: [], refusals: [] }, screen)).toEqual(['/profile/nft']);
  });

  it('are proved by a test on the real database that says them', () => {
    const file = 'apps/server/src/order/order.test.ts';
    expect(faults({ item: 'POST order/queue', file })).toEqual([]);
    expect(faults({ section: '8', item: 'err_order', file })).toEqual([]);
    expect(faults({ section: '8', item: 'err_order', file: 'apps/server/src/order/silent.test.ts' })).toEqual([
      '“it” never says err_order',
    ]);
    expect(faults({ item: 'POST order/queue', file: 'apps/server/src/order/read.test.ts' })).toEqual([]);
    expect(faults({ item: 'POST order/queue', file: 'apps/server/src/order/longer.test.ts' })).toEqual([
      '“it” never says order/queue',
    ]);
    for (const elsewhere of ['packages/rules/src/order.test.ts', 'apps/server/src/order/typed.test.ts'])
      expect(faults({ section: '8', item: 'err_order', file: elsewhere })).toEqual([
        '“it” does not drive the real server',
      ]);
  });

  it('are not proved by a journey that answers in the server’s place, which a call is by any other', () => {
    const file = 'e2e/journeys/order.spec.ts';
    expect(faults({ item: 'POST order/queue', file })).toEqual([]);
    expect(faults({ item: 'POST order/queue', file, body: 'route.fulfill()' })).toEqual([
      '“it” answers in the server’s place, so it proves the alert and not the server',
    ]);
    expect(faults({ section: '8', item: 'err_order', file })).toEqual(['“it” never says err_order']);
  });

  it('are not a screen, which a journey proves and nothing else', () => {
    expect(faults({ section: '2', item: '/order', file: 'e2e/journeys/order.spec.ts' })).toEqual([]);
    expect(faults({ section: '2', item: '/order', file: 'apps/server/src/order/order.test.ts' })).toEqual([
      '“it” shows no screen: a journey does',
    ]);
  });

  it('leave rows of other sections alone, and a section that is none is refused', () => {
    expect(faults({ section: '4', item: 'order/queue', file: 'packages/rules/src/a.test.ts' })).toEqual([]);
    expect(faults({ section: '6', item: 'x' })).toEqual(['there is no section 6']);
  });
});

it('the page has the rows of each section in order, whatever the order of the files', () => {
  const tags = tagged(TESTS);
  const page = pageOf(tags.toReversed());
  expect(page).toBe(pageOf(tags));
  expect(page).toContain('| a \\| bar | `a.test.ts` | says "yes" |');
  expect(page.split('\n').filter((line) => /^\| (one|the alert)/.test(line))).toEqual([
    '| one of many | `a.test.ts` | a refusal ${code} |',
    '| the alert | `a.test.ts` | of %s |',
  ]);
});
