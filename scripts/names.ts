import './pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './step.ts';

/**
 * Words of names that docs/glossary.md has replaced, and what to say instead. `lockLetter` holds `letter`; comments and texts may use
 * them as everybody does.
 */
const REPLACED: readonly { word: RegExp; say: string; where?: RegExp }[] = [
  { word: /^wish(es)?$/, say: 'input' },
  { word: /^maker$/, say: 'ids and clock' },
  { word: /^dut(y|ies)$/, say: 'lease' },
  { word: /^shel(f|ves)$/, say: 'storage' },
  { word: /^deeds?$/, say: 'action' },
  { word: /^(readers|doors?)$/, say: 'connections' },
  { word: /^farewell$/, say: 'logout' },
  // Elsewhere it is a sign of the alphabet.
  { word: /^letters?$/, say: 'mail', where: /^(apps\/server|e2e|faults|bench)\// },
];

/** `lockLetter`, `LOCK_LETTER` and `#lockLetter` are the words lock and letter. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** What is wrong with the names of one source file, each with its line. */
export const namesRefused = (file: string, text: string): string[] => {
  const replaced = REPLACED.filter(({ where }) => where?.test(file) ?? true);
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text;
      const words = name === 'needs' || name === 'Needs' ? [] : wordsOf(name);
      const known = replaced.find(({ word }) => words.some((part) => word.test(part)));
      const say = known?.say ?? (words.length === 0 ? 'dependencies' : undefined);
      const line = source.getLineAndCharacterOfPosition(node.end).line + 1;
      if (say !== undefined) found.push(`${file}:${line} ${name}: say ${say} (docs/glossary.md)`);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
};

/** Parsing takes its time; most files hold none of the words. */
const SUSPECT = /wish|maker|dut(y|ies)|shel(f|ves)|deed|readers|door|farewell|letter|\bneeds\b/i;

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return SUSPECT.test(text) ? namesRefused(file, text) : [];
  });
  for (const line of found) process.stdout.write(`${line}\n`);
  if (files.length < 1000) throw new Error(`only ${files.length} files were looked at`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
