import { expect, it } from 'vitest';
import { oddFunctions } from './functions.ts';

const odd = (text: string): string[] => oddFunctions('a.tsx', text).map((line) => line.replace('a.tsx:1 ', ''));

it('wants a component and what has statements as declarations', () => {
  expect(odd('export const Row = () => <li />;')).toEqual(['Row: a component, so a declaration']);
  expect(odd('const read = (text: string) => { const a = text; return a; };')).toEqual([
    'read: has statements, so a declaration',
  ]);
  expect(odd('export function Row() { return <li />; }')).toEqual([]);
  expect(odd('function read(text: string) { const a = text; return a; }')).toEqual([]);
});

it('wants what is one expression as a constant, hooks among it', () => {
  expect(odd('export function useRows() { return useQuery(rows); }')).toEqual([
    'useRows: one expression, so a constant',
  ]);
  expect(odd('export const useRows = () => useQuery(rows);')).toEqual([]);
  expect(odd('function why() { /* said here */ return 1; }')).toEqual([]);
  expect(odd('const ROWS = [1].map((row) => { return row; });')).toEqual([]);
});
