import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type ResolvedConfig, type Rolldown } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A script that the app does not load as a module, with what it stands on, in one piece. `define`: what it finds under these names. */
export const bundled = async (
  file: string,
  target: ResolvedConfig['build']['target'],
  define: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: join(ROOT, file), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
};
