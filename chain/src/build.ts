import '../../scripts/pinned-node.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Compiles `contracts/` into `artefacts/`, which are kept in the repository so that no start needs a compiler.
 *
 *   node chain/src/build.ts           writes them
 *   node chain/src/build.ts --check   compiles and compares: exit code 1 when source, settings, compiler and artefacts are not of one mind
 */
const CONTRACTS = ['Bep20Token', 'Bep721Collection'] as const;

/** What the bytecode depends on besides the sources; OpenZeppelin 5.7 needs `cancun`. */
const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // Without the hash of the metadata the same code gives the same bytes wherever it lies.
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
} as const;

type Compiled = { abi: unknown[]; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } };
type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, Compiled>>;
};
type Compiler = {
  version(): string;
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string;
};

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

const readImport = (path: string): { contents: string } | { error: string } => {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch {
    return { error: `${path} is not installed` };
  }
};

/** The text of each artefact, by the contract's name. */
const compile = (): Map<string, string> => {
  const compiler = require('solc') as Compiler;
  const sources = Object.fromEntries(
    CONTRACTS.map((name) => [`${name}.sol`, { content: readFileSync(join(ROOT, 'contracts', `${name}.sol`), 'utf8') }]),
  );
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const output = JSON.parse(compiler.compile(input, { import: readImport })) as Output;
  if (output.errors !== undefined && output.errors.length > 0)
    throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return new Map(
    CONTRACTS.map((name) => {
      const made = output.contracts[`${name}.sol`]?.[name];
      if (made === undefined) throw new Error(`${name}.sol has no contract of its name`);
      const artefact = {
        contract: name,
        compiler: compiler.version(),
        settings: { evmVersion: SETTINGS.evmVersion, optimizer: SETTINGS.optimizer, metadata: SETTINGS.metadata },
        abi: made.abi,
        bytecode: `0x${made.evm.bytecode.object}`,
        deployedBytecode: `0x${made.evm.deployedBytecode.object}`,
      };
      return [name, `${JSON.stringify(artefact, null, 2)}\n`];
    }),
  );
};

const fileOf = (name: string): string => join(ROOT, 'artefacts', `${name}.json`);

if (process.argv.includes('--check')) {
  for (const [name, text] of compile()) {
    if (readFileSync(fileOf(name), 'utf8') === text) continue;
    process.stderr.write(`${fileOf(name)} is not what ${name}.sol compiles to: node chain/src/build.ts\n`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of compile()) writeFileSync(fileOf(name), text);
}
