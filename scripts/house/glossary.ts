import '../pinned-node.ts';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../step.ts';

/** docs/glossary.md against what the code has: no table and no noun without its word, no word for a table that is gone. */

export interface Glossary {
  /** Bold, in small letters. */
  words: ReadonlySet<string>;
  /** Those of the last column, as often as they stand there. */
  tables: readonly string[];
}

export const readGlossary = (text: string): Glossary => {
  const rows = text.split('\n').filter((line) => line.startsWith('| **'));
  return {
    words: new Set(
      rows.flatMap((row) => [...row.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, word]) => word!.toLowerCase().split(', '))),
    ),
    tables: rows.flatMap((row) => [...(row.split('|')[4] ?? '').matchAll(/`(\w+)`/g)].map(([, table]) => table!)),
  };
};

/** Tables that stand after all migrations, in their order. Partitions are named while they are made. */
export const tablesOf = (migrations: readonly string[]): string[] => {
  const tables = new Set<string>();
  const steps = /^\s*(CREATE TABLE|DROP TABLE|ALTER TABLE) (?:IF (?:NOT )?EXISTS )?(\w+)( RENAME TO (\w+))?/gim;
  for (const sql of migrations) {
    for (const [, verb, table, , renamed] of sql.matchAll(steps)) {
      const made = verb!.toUpperCase() === 'CREATE TABLE';
      if (made) tables.add(table!);
      if (verb!.toUpperCase() === 'DROP TABLE' || renamed !== undefined) tables.delete(table!);
      if (renamed !== undefined) tables.add(renamed);
    }
  }
  return [...tables];
};

/** `staking` is said by the word staking type, `nft-collection` by NFT collection. */
const isSaid = (noun: string, words: ReadonlySet<string>): boolean => {
  const said = noun.replaceAll('-', ' ');
  return [...words].some((word) => word === said || word.split(' ').includes(said));
};

export const glossaryFaults = (
  { words, tables }: Glossary,
  code: { tables: readonly string[]; nouns: readonly string[] },
): string[] => [
  ...code.tables.filter((table) => !tables.includes(table)).map((table) => `no word has the table ${table}`),
  ...tables.filter((table) => !code.tables.includes(table)).map((table) => `there is no table ${table}`),
  ...tables.filter((table, place) => tables.indexOf(table) !== place).map((table) => `${table} stands twice`),
  ...[...new Set(code.nouns)].filter((noun) => !isSaid(noun, words)).map((noun) => `there is no word for ${noun}`),
];

/** Of an action `withdrawal approve` its first word; of these the thing has another name than the command says. */
const ACTIONS_NOUNS: Readonly<Record<string, string>> = {
  cold: 'cold movement',
  integrity: 'integrity check',
  payouts: 'payout',
};

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

if (import.meta.main) {
  const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted();
  const actions = find('apps/server/src/operator/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/\bname: '([a-z-]+) [a-z-]+'/g)].map(([, noun]) => noun!));
  const nouns = [
    ...find('apps/server/src/modules/*').map((folder) => basename(folder)),
    ...find('packages/contract/src/{*.ts,{feed,member,miner,operator,wallet}/**/*.ts}')
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => basename(file, '.ts').replace(/^feed-/, '')),
    ...actions.map((noun) => ACTIONS_NOUNS[noun] ?? noun),
  ];
  const tables = tablesOf(find('apps/server/src/db/migrations/*.sql').map(read));
  if (tables.length < 80 || nouns.length < 100) throw new Error(`only ${tables.length} tables, ${nouns.length} nouns`);
  const faults = glossaryFaults(readGlossary(read('docs/glossary.md')), { tables, nouns });
  for (const fault of faults) process.stdout.write(`docs/glossary.md: ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
