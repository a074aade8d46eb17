import { expect, it } from 'vitest';
import { invitationLink, linkParts } from './invitation.ts';

it('an invitation opens the sign-up with its code', () => {
  expect(invitationLink('https://minerx.example', 'DEMO2026')).toBe(
    'https://minerx.example/signup?inviteCode=DEMO2026',
  );
});

it('a line of the link ends before a slash or the question mark, and nothing of it is lost', () => {
  const link = invitationLink('https://minerx.example', 'DEMO2026');
  expect(linkParts(link)).toEqual(['https://minerx.example', '/signup', '?inviteCode=DEMO2026']);
  expect(linkParts(link).join('')).toBe(link);
});
