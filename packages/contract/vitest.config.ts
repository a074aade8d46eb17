import '../../scripts/pinned-node.ts';

export { default } from '../../vitest.config.ts';
