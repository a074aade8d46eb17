import { readMigrations } from '../apps/server/src/db/migrate.ts';

/** Names, numbers and transactions of the migration files; that applied ones did not change is checked by each start. */
const migrations = readMigrations();
migrations.forEach(({ name, version }, index) => {
  if (version !== index + 1) throw new Error(`Migration ${name}: the number ${index + 1} is missing before it.`);
});
