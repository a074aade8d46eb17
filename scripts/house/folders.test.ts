import { expect, test } from 'vitest';
import { fullFolders } from './folders.ts';

const filled = (folder: string, entries: number): string[] =>
  Array.from({ length: entries }, (_, index) => `${folder}/${index}.ts`);

test('25 files and folders are a room, one more is too many', () => {
  expect(fullFolders(filled('apps/server/src/jobs', 25))).toEqual([]);
  expect(fullFolders([...filled('apps/server/src/jobs', 25), 'apps/server/src/jobs/chain/a.ts'])).toEqual([
    'apps/server/src/jobs has 26 entries, at most 25: give it rooms',
  ]);
});

test('a folder counts once, whatever stands in it, and the root is a folder', () => {
  expect(fullFolders([...filled('a', 24), ...filled('a/b', 25)])).toEqual([]);
  expect(fullFolders(Array.from({ length: 26 }, (_, index) => `${index}.json`))).toEqual([
    '. has 26 entries, at most 25: give it rooms',
  ]);
});

test('what is hidden is not counted', () => {
  expect(fullFolders([...filled('a', 25), 'a/.gitignore', 'a/.ci/run'])).toEqual([]);
});

test('a list of one kind may be long, what stands in it may not', () => {
  expect(fullFolders(filled('docs/decisions', 60))).toEqual([]);
  expect(fullFolders(filled('apps/server/src/modules/order', 26))).toHaveLength(1);
});
