import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { line, ROOT } from './step.ts';

/**
 * Words that the glossary has replaced, and what to say instead. They may not stand in a name: neither alone nor as a part of it
 * (`LockLetter`). Comments and texts may use them as everybody does.
 */
const REPLACED: readonly { word: RegExp; say: string; where?: RegExp }[] = [
  { word: /^wish(es)?$/, say: 'input' },
  { word: /^needs$/, say: 'dependencies' },
  { word: /^maker$/, say: 'ids and clock' },
  { word: /^dut(y|ies)$/, say: 'lease' },
  { word: /^shel(f|ves)$/, say: 'storage' },
  { word: /^deeds?$/, say: 'action' },
  { word: /^(readers?|doors?)$/, say: 'connections' },
  { word: /^farewell$/, say: 'logout' },
  { word: /^letters?$/, say: 'mail' },
];
