import type { Env } from '../env/env.ts';

type Place = Pick<Env, 'publicUrl'>;

/** Plain http exists on a developer's own machine only: production refuses to start with it. */
const isSecure = ({ publicUrl }: Place): boolean => !publicUrl.startsWith('http:');

/** `__Host-` makes the browser refuse the cookie unless it is Secure, for this host alone, and for Path=/. */
export const hostCookieName = (place: Place, name: string): string => (isSecure(place) ? `__Host-${name}` : name);

export const cookieAttributes = (place: Place) =>
  ({ httpOnly: true, secure: isSecure(place), sameSite: 'strict', path: '/' }) as const;
