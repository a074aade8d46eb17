import './pinned-node.ts';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals } from '../packages/contract/src/wire/refusal.ts';
import { notReal, says, type Read } from './coverage/real-server.ts';
import { tagsOf, type Tag } from './coverage/tags.ts';
import { ROOT } from './step.ts';

/**
 * `node scripts/coverage.ts --write` writes docs/coverage.md from the tags at the tests (`// proves 5: the item`);
 * without `--write` it compares, and refuses a page that is older than the tags, a tag that is at no test, a call of the
 * contract, a screen of the router or a refusal that no tag names, and a tag of a call or a refusal at a test that does
 * not drive the real server. Exit code 1 when there is a fault.
 */

const PAGE = 'docs/coverage.md';
const CONTRACT = 'packages/contract/src';
const ROUTER = 'apps/web/src/app';
const TEST_FILES = '{apps,packages,e2e,simulators,bench,faults}/**/*.{test.ts,test.tsx,spec.ts}';
/** Fewer tags than this mean that the tests were not read, not that all is well. */
const LEAST_TAGS = 300;

const HEAD = `# What proves what

Each route, state, rule, call, error and constant of the specification, and the test that would fail without it. The sections carry the numbers of the specification.
This page is written from tags at the tests themselves; nobody edits it. To add a row, put the tag in the line above the test, or above its group, and write the page anew:

    // proves 5: PIN: exactly six digits
    it('has exactly six ASCII digits', () => { … });

    npm run coverage

\`npm run check\` refuses a page that is older than its tags, a tag at no test or at one that is left out, and a call, a screen or a refusal that no tag names.
What a screen shows is proved in a journey. What the server does is proved where the real server is driven: a call and a refusal need a test on the real database, or (a call) a journey in which nobody answers in the server's place, and the test says the path or the code.
`;

/** The sections of the specification that are proved, and what has to be known to read their rows. */
const SECTIONS: Record<string, string> = {
  2: `Screens and routes

Paths are those of the app.`,
  4: 'States and transitions',
  5: 'Validation rules',
  7: 'The calls',
  8: `The error catalogue

Words and the file that shows each of them are the table in \`error-catalogue.test.ts\`; the rows with words name what shows the alert, those with codes what shows that the server refuses.
\`err_conflict\` is between the server's own jobs: no call answers it to a member.`,
  9: 'Business constants and limits',
};

/** What the product has: calls by their paths, screens in the specification's spelling, refusals by their codes. */
export interface Things {
  calls: string[];
  screens: string[];
  refusals: string[];
  /** The contract's names of calls, by path: a test may read one by it. */
  callNames: Readonly<Record<string, string>>;
}

/** Whether an item is about a thing: names it between bounds, so that `order` is not found in `order/queue`. */
const names = (item: string, thing: string): boolean =>
  new RegExp(`(?:^|[^\\w/])${thing.replace(/[{}]/g, '\\$&')}(?![\\w/{])`).test(item);

/** What the product has and no tag names in its section. */
export const unproved = (things: Things, tags: readonly Tag[]): string[] => {
  const missing = (section: string, each: readonly string[]): string[] =>
    each.filter((thing) => !tags.some((tag) => tag.section === section && names(tag.item, thing)));
  return [...missing('2', things.screens), ...missing('7', things.calls), ...missing('8', things.refusals)];
};

/** What is wrong with a tag. */
export const faultsOf = (tag: Tag, things: Things, read: Read): string[] => {
  if (SECTIONS[tag.section] === undefined) return [`there is no section ${tag.section}`];
  if (tag.section === '2' && !tag.file.startsWith('e2e/')) return [`“${tag.test}” shows no screen: a journey does`];
  const ofServer = tag.section === '7' ? things.calls : tag.section === '8' ? things.refusals : [];
  const named = ofServer.filter((thing) => names(tag.item, thing));
  if (named.length === 0) return [];
  const why = notReal(tag, read);
  if (why !== null) return [`“${tag.test}” ${why}`];
  // A journey calls by clicking, and sees the words of a refusal, never its code.
  const isSaid = (thing: string): boolean =>
    (tag.section === '7' && tag.file.startsWith('e2e/')) ||
    says(tag.file, thing, read) ||
    [')', ','].some((end) => says(tag.file, `.read(${things.callNames[thing]}${end}`, read));
  return named.filter((thing) => !isSaid(thing)).map((thing) => `“${tag.test}” never says ${thing}`);
};

/** The page of all tags. */
export const pageOf = (tags: readonly Tag[]): string => {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const tables = Object.entries(SECTIONS).map(([section, title]) => {
    const rows = tags
      .filter((tag) => tag.section === section)
      .map(({ item, file, test }) => `| ${cell(item)} | \`${file}\` | ${cell(test)} |`)
      .toSorted();
    return [`## ${section}. ${title}`, '', '| item | test file | test name |', '| --- | --- | --- |', ...rows].join(
      '\n',
    );
  });
  return [HEAD, ...tables.map((table) => `${table}\n`)].join('\n');
};

const thingsOf = (read: Read): Things => {
  const contract = globSync(`${CONTRACT}/**/*.ts`, { cwd: ROOT }).map((file) => read(file) ?? '');
  const calls = contract.flatMap((source) =>
    [...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path),
  );
  const named = contract.flatMap((source) => [
    ...source.matchAll(/^export const (\w+) = defineCall\(\{\n(?: {2}\w.*\n)*? {2}path: '([^']+)'/gm),
  ]);
  const callNames = Object.fromEntries(named.map(([, name = '', path = '']) => [path, name]));
  const routes = globSync(`${ROUTER}/**/*.tsx`, { cwd: ROOT }).map((file) => read(file) ?? '');
  const screens = routes
    .flatMap((source) => [...source.matchAll(/\b(?:screen|\w+Screen)\(\s*'([^']+)'/g)])
    .map(([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'))
    .filter((path) => !path.startsWith('/__'));
  if (calls.length < 30 || screens.length < 20) throw new Error('the calls or the screens could not be read');
  return { calls, screens, refusals: Object.keys(refusals), callNames };
};

const main = (write: boolean): void => {
  const read: Read = (file) => {
    const path = join(ROOT, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const files = globSync(TEST_FILES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') });
  const found = files
    .toSorted()
    .map((file) => ({ file, text: read(file) ?? '' }))
    .filter(({ text }) => text.includes('// proves'))
    .map(({ file, text }) => tagsOf(file, text));
  const tags = found.flatMap((each) => each.tags);
  const things = thingsOf(read);
  const faults = [
    ...found.flatMap(({ bad }) => bad).map(({ file, line, why }) => `${file}:${line} ${why}`),
    ...tags.flatMap((tag) => faultsOf(tag, things, read).map((fault) => `${tag.file}:${tag.line} ${fault}`)),
    ...unproved(things, tags).map((thing) => `no test has a tag for ${thing}`),
  ];
  const page = pageOf(tags);
  if (tags.length < LEAST_TAGS) faults.push(`${tags.length} tags were found, at least ${LEAST_TAGS} are expected`);
  if (write) writeFileSync(join(ROOT, PAGE), page);
  else if (read(PAGE) !== page) faults.push(`${PAGE} is not what the tags say: npm run coverage`);
  process.stdout.write([...faults, `${tags.length} rows, ${faults.length} faults\n`].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
};

if (import.meta.main) main(process.argv.includes('--write'));
