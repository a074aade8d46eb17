import './pinned-node.ts';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser';

/** Fewer files of ours than this mean that the checker did not see them, not that they are fine. */
const MODULE_FLOOR = 1000;

type ImportReport = { modules: number; violations: string[]; rules: string[] };

const FOLDERS = ['packages', 'apps', 'simulators', 'bench', 'faults', 'e2e', 'scripts'];

/**
 * Checks the imports of a tree against `.dependency-cruiser.cjs`.
 * @param root absolute path of the tree; its folders are those of the repository.
 * @returns one line for each violation, `rule: from → to`.
 */
export const checkImports = async (root: string): Promise<ImportReport> => {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden'];
    options: ICruiseOptions & { enhancedResolveOptions: object };
  };
  const { enhancedResolveOptions, ...rest } = options;
  const answer = await cruise(
    FOLDERS.filter((folder) => existsSync(join(root, folder))),
    { ...rest, baseDir: root, ruleSet: { forbidden: forbidden ?? [] }, validate: true, outputType: 'json' },
    enhancedResolveOptions,
  );
  const { modules, summary } = JSON.parse(answer.output as string) as ICruiseResult;
  return {
    modules: modules.filter(({ source }) => FOLDERS.some((folder) => source.startsWith(`${folder}/`))).length,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    rules: (forbidden ?? []).map(({ name }) => name ?? ''),
  };
};

if (process.argv[1] === import.meta.filename) {
  const { modules, violations } = await checkImports(join(import.meta.dirname, '..'));
  for (const violation of violations) process.stdout.write(`${violation}\n`);
  if (modules < MODULE_FLOOR)
    process.stdout.write(`only ${modules} modules were seen, at least ${MODULE_FLOOR} are there\n`);
  process.exitCode = violations.length > 0 || modules < MODULE_FLOOR ? 1 : 0;
}
