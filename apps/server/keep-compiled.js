import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `node --import` this before a program: what Node makes of our TypeScript is kept beside the packages, so that only the first start of a
// version strips and compiles it; every later one is quicker, and does without the stripper's 20 MB. JavaScript, or it would load the
// stripper itself. Where the folder cannot be written nothing is kept, and nothing else is different.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
