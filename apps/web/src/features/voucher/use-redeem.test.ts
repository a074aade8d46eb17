import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../base/refusal.ts';
import { useRedeem } from './use-redeem.ts';
import * as api from './voucher.api.ts';

vi.mock('../../i18n/texts.ts', () => ({ isTextKey: () => false, texts: () => ({ t: () => '' }) }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));
vi.mock('../../base/asking/refusal-alert.ts', () => ({ alertRefusal: () => undefined }));

const CODE = 'ABCD-EFGH-JKMN-PQRS';

/** The form as it would be shown now. */
function shown(): ReturnType<typeof useRedeem> {
  let form: ReturnType<typeof useRedeem> | undefined;
  renderToStaticMarkup(
    createElement(() => {
      form = useRedeem(() => undefined);
      return null;
    }),
  );
  return form!;
}

/** What is left of a code that was sent and refused. */
async function leftAfter(code: RefusalCode): Promise<string> {
  shown().setCode(CODE);
  vi.spyOn(api, 'redeemVoucher').mockRejectedValue(new Refusal({ code, status: refusalStatus(code) }));
  await shown().redeem();
  return shown().code;
}

test('a code that is turned away at a gate stays, as nobody has decided on it', async () => {
  expect(await leftAfter('err_too_many')).toBe(CODE);
  expect(await leftAfter('err_session_ended')).toBe(CODE);
});

test('a code that is refused is cleared', async () => {
  expect(await leftAfter('err_voucher_invalid')).toBe('');
});
