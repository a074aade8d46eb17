import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// npm's `node` brings headers for add-ons that are compiled where they are installed: 67 MB of every install, and none of ours is.
const packages = fileURLToPath(new URL('../../node_modules/node/node_modules', import.meta.url));
for (const name of existsSync(packages) ? readdirSync(packages) : [])
  if (name.startsWith('node-')) rmSync(`${packages}/${name}/include`, { recursive: true, force: true });
