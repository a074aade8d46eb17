import { expect, test } from 'vitest';
import { glossaryFaults, readGlossary, tablesOf } from './glossary.ts';

const page = (...rows: string[]): string =>
  ['# Glossary', '', '| word | means | on the wire | tables |', ...rows].join('\n');
const ORDER =
  '| **unit**, **order** | one thing bought, or **line** | `package_order` | `miner_order`, `order_terms` |';
const faults = (rows: string[], tables: string[], nouns: string[]) =>
  glossaryFaults(readGlossary(page(...rows)), { tables, nouns });

test('a table without a word, one that is gone and one that stands twice are told', () => {
  expect(faults([ORDER], ['miner_order', 'order_terms'], ['order'])).toEqual([]);
  expect(faults([ORDER], ['miner_order', 'order_payment'], [])).toEqual([
    'no word has the table order_payment',
    'there is no table order_terms',
  ]);
  expect(faults([ORDER, '| **more** | | | `order_terms` |'], ['miner_order', 'order_terms'], [])).toEqual([
    'order_terms stands twice',
  ]);
});

test('a noun is said by a word of its own or a part of one', () => {
  const rows = ['| **staking type**, **NFT collection** | | | |'];
  expect(faults(rows, [], ['staking', 'nft-collection'])).toEqual([]);
  expect(faults(rows, [], ['stake', 'nft-collections', 'nft-collections'])).toEqual([
    'there is no word for stake',
    'there is no word for nft-collections',
  ]);
});

test('tables are those that the migrations leave', () => {
  expect(
    tablesOf([
      'CREATE TABLE a (\n);\n-- CREATE TABLE never\nCREATE TABLE b (x int);',
      'ALTER TABLE a RENAME TO c;\nALTER TABLE b RENAME COLUMN x TO y;\nDROP TABLE b;\nCREATE TABLE IF NOT EXISTS d (',
    ]),
  ).toEqual(['c', 'd']);
});
