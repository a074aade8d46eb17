/** The sign-up address that fills the referral code in and locks it (specification §2, /signup). */
export const invitationLink = (origin: string, code: string): string =>
  `${origin}/signup?inviteCode=${encodeURIComponent(code)}`;

/** The parts of a link between which a line may end: neither a name nor a code is torn apart. */
export function linkParts(link: string): string[] {
  const { origin, pathname, search } = new URL(link);
  return [origin, pathname, search].filter((part) => part !== '');
}
