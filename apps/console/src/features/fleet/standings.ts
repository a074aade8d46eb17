import type { Standing } from '@minerx/rules/machine-standing';

/** How a machine stands, in words. */
export const WORDS: Readonly<Record<Standing, string>> = {
  silent: 'No answer',
  unseen: 'Not seen by the pool',
  apart: 'Apart from the pool',
  new: 'New',
  even: 'As the pool says',
};
