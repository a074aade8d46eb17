import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

describe('the draft of a form', () => {
  beforeEach(() => kept.clear());

  it('brings back what was typed', () => {
    writeDraft('signup', {
      member_email: 'a@b.test',
      country: 60,
      referral_code: 'DEMO2026',
      tnc: true,
      member_detail_mobile: '',
    });
    expect(readDraft('signup')).toEqual({
      member_email: 'a@b.test',
      country: 60,
      referral_code: 'DEMO2026',
      tnc: true,
    });
  });

  it('never keeps a password, a PIN or an emailed code', () => {
    const secrets = {
      member_password: 'x',
      confirm_password: 'x',
      member_security_pin: '1',
      confirm_pin: '1',
      verify_code: '1',
    };
    writeDraft('signup', secrets);
    expect([...kept.values()]).toEqual(['{}']);
  });

  it('is nothing after it was dropped, or when it cannot be read', () => {
    writeDraft('signup', { member_email: 'a@b.test' });
    dropDraft('signup');
    expect(readDraft('signup')).toEqual({});
    kept.set('minerx:draft:signup', '{broken');
    expect(readDraft('signup')).toEqual({});
  });
});
