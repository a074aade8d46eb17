import type { Pool } from 'pg';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { findPicture } from './picture.query.ts';

/** A picture that was kept. @throws err_validation of that field */
export const requirePicture = async (pool: Pool, field: string, id: string): Promise<void> => {
  if (!isUuid(id) || (await findPicture(pool, id)) === null)
    refuse('err_validation', { fields: { [field]: 'err_not_found' } });
};
