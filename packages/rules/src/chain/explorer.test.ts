import { expect, it } from 'vitest';
import { explorerUrl, isExplorer } from './explorer.ts';

it('an explorer is an https address with one place for the hash, behind its host', () => {
  for (const good of ['https://tronscan.org/#/transaction/{hash}', 'https://bscscan.com/tx/{hash}?tab=logs'])
    expect(isExplorer(good)).toBe(true);
  for (const bad of [
    '',
    'https://bscscan.com/tx/',
    'http://bscscan.com/tx/{hash}',
    'javascript:alert(1)//{hash}',
    'https://{hash}.example/',
    'https://{hash}',
    'https://example.com{hash}/',
    'https://user:word@bscscan.com/tx/{hash}',
    'https://bscscan.com/{hash}/{hash}',
    `https://bscscan.com/${'a'.repeat(200)}/{hash}`,
    'bscscan.com/tx/{hash}',
  ])
    expect(isExplorer(bad)).toBe(false);
});

it('a link has the hash in its place, and there is none without an explorer or a hash', () => {
  expect(explorerUrl('https://bscscan.com/tx/{hash}?a', '0xab')).toBe('https://bscscan.com/tx/0xab?a');
  expect(explorerUrl('https://bscscan.com/tx/{hash}', '"/$&')).toBe('https://bscscan.com/tx/%22%2F%24%26');
  expect(explorerUrl(null, '0xab')).toBeNull();
  expect(explorerUrl('https://bscscan.com/tx/{hash}', null)).toBeNull();
});
