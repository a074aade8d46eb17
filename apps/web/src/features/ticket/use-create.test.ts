import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { draftOf } from '../../base/form/drafts.ts';
import { Refusal } from '../../base/refusal.ts';
import * as api from './send-message.api.ts';
import { useCreate } from './use-create.ts';

vi.mock('../../i18n/texts.ts', () => ({ isTextKey: () => false, texts: () => ({ t: () => '' }) }));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));
vi.mock('../../base/asking/refusal-alert.ts', () => ({ alertRefusal: () => undefined }));

const TYPED = { category: 1, question: 'Where is my reward?' };
const draft = draftOf('ticket:new', (kept) => kept);

/** What is left of a question that was sent and refused. */
async function leftAfter(code: RefusalCode): Promise<unknown> {
  draft.write(TYPED);
  vi.spyOn(api, 'openTicket').mockRejectedValue(new Refusal({ code, status: refusalStatus(code) }));
  let form: ReturnType<typeof useCreate> | undefined;
  renderToStaticMarkup(
    createElement(() => {
      form = useCreate();
      return null;
    }),
  );
  await form?.submit();
  return draft.read();
}

test('a question that is turned away at a gate stays, as nobody has decided on it', async () => {
  expect(await leftAfter('err_too_many')).toEqual(TYPED);
  expect(await leftAfter('err_session_ended')).toEqual(TYPED);
});

test('a question whose answer gets lost stays, however often it is asked for', async () => {
  vi.useFakeTimers();
  const left = leftAfter('err_unavailable');
  await vi.runAllTimersAsync();
  expect(await left).toEqual(TYPED);
  vi.useRealTimers();
});

test('a question that is refused starts anew', async () => {
  expect(await leftAfter('err_conflict')).toBeNull();
});
