import '../../scripts/pinned-node.ts';
import { gunzipSync } from 'node:zlib';
import { startAnvil, type Anvil } from './anvil.ts';
import { keepState, resume } from './program/kept-state.ts';
import { readOptions, runUntilStopped } from './program/program.ts';

/**
 * A chain of the demo: anvil, its state in a file that is replaced whole or not at all.
 * While somebody waits for confirmations a block comes each second; when nothing has happened for a while the chain rests, so
 * that its file does not grow by a day's empty blocks.
 *
 *   node simulators/src/chain.ts --port 0 --state FILE --begins-at BLOCK
 */
const BLOCK_EVERY_MS = 1000;
/** More than any network of ours asks for. */
const EMPTY_BLOCKS_AFTER_THE_LAST = 40;
/** A chain that rests tells of its next block. In so many seconds it is looked at in case it did not. */
const REST_LOOK_SECONDS = 15;

const options = readOptions(process.argv.slice(2), ['port', 'state', 'begins-at']);
const stateFile = options.text('state', '');

const begin = (args: readonly string[] = []): Promise<Anvil> => startAnvil(options.number('port', 0), args);
const chain = await resume(
  stateFile,
  (content) => {
    JSON.parse(content);
    return begin(['--load-state', stateFile]);
  },
  // A chain without a state begins behind everything that anybody may know of the one before.
  () => begin(['--number', String(options.number('begins-at', 0))]),
);
let kept = '';
/** The newest block that was looked at; none at the start. */
let seen: number | null = null;
/** The newest one that took something. What waited when the last program ended waits on: its blocks come after a start as well. */
let lastUsed = 0;
let isResting = false;

type Block = { number: string; hash: string; transactions: unknown[] };

const keep = async (head: string): Promise<void> => {
  if (stateFile === '' || head === kept) return;
  const dump = await chain.ask<string>('anvil_dumpState');
  keepState(stateFile, gunzipSync(Buffer.from(dump.slice(2), 'hex')));
  kept = head;
};

const tick = async (): Promise<void> => {
  const head = await chain.ask<Block>('eth_getBlockByNumber', ['latest', false]);
  const number = Number(head.number);
  // Each block since the last look: what took something may lie under an empty one already.
  seen ??= lastUsed = number;
  for (seen += 1; seen < number; seen += 1) {
    const block = await chain.ask<Block>('eth_getBlockByNumber', [`0x${seen.toString(16)}`, false]);
    if (block.transactions.length > 0) lastUsed = seen;
  }
  seen = number;
  if (head.transactions.length > 0) lastUsed = number;
  isResting = number === 0 || number - lastUsed >= EMPTY_BLOCKS_AFTER_THE_LAST;
  // Whoever has it take transactions without a block makes the blocks.
  if (!isResting && (await chain.ask<boolean>('anvil_getAutomine'))) await chain.ask('evm_mine');
  await keep(head.hash);
};

let ticking: Promise<void> = Promise.resolve();
let isTicking = false;
let isTold = false;
let unlooked = 0;
chain.onBlock(() => (isTold = true));
const timer = setInterval(() => {
  if (isTicking || (isResting && !isTold && (unlooked += 1) < REST_LOOK_SECONDS)) return;
  isTicking = true;
  isTold = false;
  unlooked = 0;
  ticking = tick()
    .catch((error: Error) => void process.stderr.write(`${error.message}\n`))
    .finally(() => (isTicking = false));
}, BLOCK_EVERY_MS);

void chain.ended.then(() => process.exit(1));

runUntilStopped({ port: chain.port }, options.parent, async () => {
  clearInterval(timer);
  await ticking;
  const head = await chain.ask<Block>('eth_getBlockByNumber', ['latest', false]);
  await keep(head.hash);
  chain.ended.catch(() => undefined);
  await chain.stop();
});
