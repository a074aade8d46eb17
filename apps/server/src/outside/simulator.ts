/**
 * Simulators say in every answer that they are: a header over HTTP and at the WebSocket's beginning, a word in the
 * description of a miner. An answer never makes a source simulated, that is its configuration's word; but one that was
 * configured as real and answers like this is not believed.
 */
const HEADER = 'x-simulated';

/** In the status of every cgminer answer, JSON or text; a real one gives the program's name and version there. */
const DESCRIPTION = /"?Description"?\s*[:=]\s*"?[^",|]*\bsimulated\b/;

export const SIMULATOR_ANSWERS = 'a simulator answers where a real source was configured';

/** Of headers as `fetch` or as Node gives them. */
export const isFromSimulator = (headers: Headers | NodeJS.Dict<string | string[]>): boolean =>
  headers instanceof Headers ? headers.has(HEADER) : headers[HEADER] !== undefined;

/** Of a miner's whole answer. */
export const isSimulatedMiner = (text: string): boolean => DESCRIPTION.test(text);
