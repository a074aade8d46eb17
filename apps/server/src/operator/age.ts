/** A time as operators read it, in UTC. */
export const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** How long ago something was: minutes, hours or days, whole. */
export const ageOf = (at: Date, now: number): string => {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
};
