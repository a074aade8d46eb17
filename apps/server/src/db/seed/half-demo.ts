import pg from 'pg';

/**
 * A demo whose making was interrupted cannot be trusted: empties the database so that it is made anew.
 * @param ownerUrl as the database's owner; the schema is his to drop.
 * @returns whether there was one, and the schema must be migrated again.
 */
export const forgetHalfADemo = async (ownerUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT 1 FROM setting WHERE key = 'demo_seeded' AND value ->> 'state' = 'started'`,
    );
    if (rowCount === 0) return false;
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return true;
  } finally {
    await client.end();
  }
};
