/** The sign-up address that fills the referral code in and locks it (specification §2, /signup). */
export const invitationLink = (origin: string, code: string): string =>
  `${origin}/signup?inviteCode=${encodeURIComponent(code)}`;
