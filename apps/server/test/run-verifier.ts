import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a published verifier of `docs` says of a saved text: its exit code and its words. Run as a stranger runs it. */
export const runVerifier = (script: string, text: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const file = join(mkdtempSync(join(tmpdir(), 'minerx-proof-')), 'proof.json');
    writeFileSync(file, text);
    const path = fileURLToPath(new URL(`../../../docs/${script}`, import.meta.url));
    execFile(process.execPath, [path, file], (error, out, complaint) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${complaint}` }),
    );
  });

/** The whole of what is written bit by bit. */
export const textOf = async (bits: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const bit of bits) text += bit;
  return text;
};
