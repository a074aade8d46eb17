import './pinned-node.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../apps/server/src/db/migrate.ts';
import { ROOT } from './step.ts';

/** Names, numbers and transactions of the migration files; that applied ones did not change is checked by each start. */
const migrations = readMigrations();
migrations.forEach(({ name, version }, index) => {
  if (version !== index + 1) throw new Error(`Migration ${name}: the number ${index + 1} is missing before it.`);
});

const decisions = readdirSync(join(ROOT, 'docs/decisions')).toSorted();
decisions.forEach((name, index) => {
  if (index > 0 && name.slice(0, 3) === decisions[index - 1]!.slice(0, 3))
    throw new Error(`Decision ${name}: ${decisions[index - 1]} has the same number.`);
});
