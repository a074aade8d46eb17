import '../../../../scripts/pinned-node.ts';
import { ensureWebBuild } from './web-build.ts';

/** `npm run build`: the member app and the console, for a folder that the server may only read afterwards. */
await ensureWebBuild((sentence) => process.stdout.write(`${sentence}\n`));
