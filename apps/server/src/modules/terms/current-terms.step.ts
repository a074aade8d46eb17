import { TERMS_VERSION } from '@minerx/rules/terms';
import { refuse } from '../../refusal.ts';

/** @throws err_terms_changed when it is not the version in force: what was read is not what holds. */
export const requireCurrentTerms = (version: number): void => {
  if (version !== TERMS_VERSION) refuse('err_terms_changed', { fields: { terms_version: 'err_terms_changed' } });
};
