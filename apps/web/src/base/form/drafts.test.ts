import { expect, it } from 'vitest';
import { draftOf, formDraft, textDraft } from './drafts.ts';
import { pageStorage } from '@minerx/contract/intent';

it('brings back what was typed, until it is dropped', () => {
  const storage = pageStorage();
  const typed = { member_email: 'a@b.test', country: 60, referral_code: 'DEMO2026', tnc: true };
  formDraft('signup', storage).write(typed);
  expect(formDraft('signup', storage).read()).toEqual(typed);
  formDraft('signup', storage).drop();
  expect(formDraft('signup', storage).read()).toEqual({});
  textDraft('ticket:1', storage).write('hello');
  expect([textDraft('ticket:1', storage).read(), textDraft('ticket:2', storage).read()]).toEqual(['hello', '']);
});

it('never keeps a password, a PIN or an emailed code', () => {
  const storage = pageStorage();
  const secrets = {
    member_password: 'x',
    confirm_password: 'x',
    member_security_pin: '1',
    confirm_pin: '1',
    verify_code: '1',
  };
  formDraft('signup', storage).write({ ...secrets, member_email: 'a@b.test' });
  draftOf('address', (kept) => kept, storage).write({ address: '0x', pin: '246810', code: '000000' });
  expect([storage.read('draft:signup'), storage.read('draft:address')]).toEqual([
    { member_email: 'a@b.test' },
    { address: '0x' },
  ]);
});

it('makes something to start with of what somebody else has stored', () => {
  const storage = pageStorage();
  storage.write('draft:form', 'text');
  storage.write('draft:text', { a: 1 });
  expect([formDraft('form', storage).read(), textDraft('text', storage).read()]).toEqual([{}, '']);
});
