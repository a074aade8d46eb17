import '../../scripts/pinned-node.ts';
import { startFaultyTron, type TronFaults } from './chain/faulty-tron.ts';
import { fields, Refused, type Answer, type Question } from './program/json-http.ts';
import { keepState, resume } from './program/kept-state.ts';
import { readOptions, runUntilStopped } from './program/program.ts';
import { readAddress } from './chain/tron-answers.ts';
import { TronState } from './chain/tron-state.ts';

/**
 * TRON of the demo: one node with its HTTP API and TronGrid's index, its chain in a file that is replaced whole or not at all.
 * While somebody waits for confirmations a block comes each second; when nothing has happened for a while the chain rests.
 *
 *   node simulators/src/tron.ts --port 0 --state FILE --begins-at BLOCK
 *   POST /give {contract, to, value}   POST /mine {blocks}   POST /fault {lose?, twice?, reorder?, stale?, lie?, busy?}
 */
const BLOCK_EVERY_MS = 1000;
/** More than any network of ours asks for. */
const EMPTY_BLOCKS_AFTER_THE_LAST = 45;
/** As on the real one. */
const SOLID_AFTER = 19;
/** No public chain has it. */
const CHAIN_ID = 31_338;
/** Who has what is given away. */
const RICH = '70997970c51812dc3a010c7d01b50e0d17dc79c8';

const options = readOptions(process.argv.slice(2), ['port', 'state', 'begins-at']);
const stateFile = options.text('state', '');

const fresh = (): TronState => new TronState(CHAIN_ID, SOLID_AFTER, Date.now, Date.now());
const state = await resume(
  stateFile,
  (content) => {
    const kept = fresh();
    kept.restore(content);
    return kept;
  },
  fresh,
);
const keep = (): void => keepState(stateFile, state.save());

const control = ({ method, path, body }: Question): Answer | null => {
  if (method !== 'POST') return null;
  if (path === '/fault') {
    node.setFaults(0, fields(body) as Partial<TronFaults>);
    return { body: {} };
  }
  if (path === '/mine') {
    state.mine(Number(fields(body).blocks));
    return { body: {} };
  }
  if (path !== '/give') return null;
  const { contract, to, value } = fields(body);
  if (!/^[1-9]\d{0,40}$/.test(String(value))) throw new Refused(400, { error: 'value: a whole number' });
  const transfer = { contract: readAddress(String(contract)), to: readAddress(String(to)), value: String(value) };
  return { body: { txID: state.send([{ ...transfer, from: RICH }]) } };
};

const node = await startFaultyTron(state, [{}], { port: options.number('port', 0), before: control });
/** The first blocks come at once: nobody waits for a chain to begin, behind everything that anybody may know of the one before. */
if (state.head.number === 0) state.mine(1 + options.number('begins-at', 0));
keep();

const timer = setInterval(() => {
  const lastUsed = state.blocks.findLastIndex(({ transactions }) => transactions.length > 0);
  if (state.pending.length === 0 && (lastUsed < 0 || state.head.number - lastUsed >= EMPTY_BLOCKS_AFTER_THE_LAST))
    return;
  state.mine();
  keep();
}, BLOCK_EVERY_MS);

runUntilStopped({ port: node.port, simulated: true }, options.parent, async () => {
  clearInterval(timer);
  keep();
  await node.stop();
});
