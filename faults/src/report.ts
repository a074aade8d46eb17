import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const README = join(import.meta.dirname, '..', 'README.md');

const INTRO = `# Faults

What the money's core was put through, and what was measured. Each script writes its own part of this page.

- \`npm run faults -- races [rounds]\`: fifty requests released together at two server processes, for everything that may
  succeed once; then the same with locks removed on purpose, which must be caught.
- \`npm run faults -- kill [rounds]\`: \`kill -9\` of the server and of PostgreSQL under a thousand purchases at once, and
  a control run that loses on purpose.
- \`npm run faults -- disk [seconds]\`: the whole product with all that it writes on a small disk, which is filled while members buy and visitors ask for
  mails. It mounts a small file system; where it may not it says so and ends with exit code 2. Exit code 0 only when nothing is gone, lost or late.
- \`npm run faults -- forgeries\`: lives the demo, then makes every forgery of \`apps/server/test/forgery/\` with all rights, each in a
  transaction that is undone, and says which equation sees it. Exit code 0 only when all are found.
- \`npm run faults -- payouts [count]\`: sends approved withdrawals over nodes that lose, repeat, lag, refuse and lie, with workers that end
  anywhere; exit code 0 only when none was sent twice, none given back and sent, and the books hold.
- \`npm run faults -- sweeps [count]\`: gas, sweeps and movements to a cold wallet on a real node, with workers that end anywhere; exit code 0 only when
  nothing was lost or doubled, and the books are the chain's.
- \`npm run faults -- model [histories] [first]\`: random histories of fifty commands beside books kept on paper; a history that differs is
  printed as short as it can be, to stand in \`apps/server/test/model/money-model.test.ts\` from then on. Exit code 0 only when none differs.
- \`npm run faults -- cluster\`: \`npm run cluster\` while members buy: restarted one process after the other, and \`kill -9\` of each part of it.
  Exit code 0 only when nothing is lost or doubled, no request failed where none may, and the equations hold.
- \`npm run faults -- restore\`: a base backup and the archived log (Debian: \`pgbackrest\`), restored to a moment in the middle of purchases. Exit code 0
  only when all that was confirmed before it is there, nothing after it, and the equations hold.

Races and kill take the real server over HTTP on an embedded PostgreSQL of their own, with the settings of a real run; disk takes everything that \`npm start\` starts.
`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Prints a part of faults/README.md and writes it there in place of the part of the same title. */
export const writePart = (title: string, text: string): void => {
  const measured = `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), shared with other work.`;
  const part = `## ${title}\n\n${text.trim()}\n\n${measured}\n`;
  console.log(part);
  const known = existsSync(README)
    ? readFileSync(README, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const others = known.filter((other) => !other.startsWith(`## ${title}\n`));
  const parts = [...others, part].map((each) => each.trim()).sort();
  writeFileSync(README, `${[INTRO.trim(), ...parts].join('\n\n')}\n`);
};
