import type { TeamNode } from '@minerx/contract/team';
import { expect, it } from 'vitest';
import { linesBelow, linesOf, openLevels, type LoadedLevel, type TreeLine } from './tree-lines.ts';

const node = (name: string, directSponsor: number) =>
  ({ member_username: name, direct_sponsor: directSponsor }) as unknown as TeamNode;

const levels = new Map<string | null, LoadedLevel>([
  [null, { nodes: [node('ana', 2), node('bo', 0), node('cy', 1)], isWhole: false }],
  ['ana', { nodes: [node('ann', 0), node('abe', 3)], isWhole: true }],
]);
const loaded = (of: string | null) => levels.get(of) ?? { nodes: [], isWhole: false };
const shown = (lines: TreeLine[]) =>
  lines.map(
    (line) =>
      `${'-'.repeat(line.depth)}${line.kind === 'edge' ? '…' : `${line.node.member_username} ${line.place}/${line.beside}`}`,
  );

it('shows the first level, what is open right below its row, and an edge where there may be more', () => {
  expect(shown(linesBelow(null, 0, new Set(), loaded))).toEqual(['ana 1/-1', 'bo 2/-1', 'cy 3/-1', '…']);
  const open = linesBelow(null, 0, new Set(['ana']), loaded);
  expect(shown(open)).toEqual(['ana 1/-1', '-ann 1/2', '-abe 2/2', 'bo 2/-1', 'cy 3/-1', '…']);
  expect(openLevels(open)).toEqual(['ana']);
});

it('an open row whose downline is not there yet has its edge alone', () => {
  expect(shown(linesBelow(null, 0, new Set(['cy']), loaded))).toEqual(['ana 1/-1', 'bo 2/-1', 'cy 3/-1', '-…', '…']);
  expect(shown(linesBelow('nobody', 0, new Set(), loaded))).toEqual(['…']);
});

it('who has brought nobody is not open, whatever was open once', () => {
  expect(shown(linesOf([node('bo', 0)], 0, new Set(['bo']), loaded))).toEqual(['bo 1/1']);
});

it('every line has a key of its own', () => {
  const keys = linesBelow(null, 0, new Set(['ana', 'abe', 'cy']), loaded).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
