import { expect, it } from 'vitest';
import { invitationLink } from './invitation.ts';

it('an invitation opens the sign-up with its code', () => {
  expect(invitationLink('https://minerx.example', 'DEMO2026')).toBe(
    'https://minerx.example/signup?inviteCode=DEMO2026',
  );
});
