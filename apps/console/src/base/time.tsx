const pad = (text: string): string => text.slice(0, 16).replace('T', ' ');

/** A moment as the audit log has it: day and minute, UTC. The second is on hover. */
export function At({ at }: { at: string | null }) {
  if (at === null) return '–';
  return (
    <time className="figure" dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {pad(at)}
    </time>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long ago in the largest unit that says enough: seconds below two minutes, minutes below two hours, hours below two days, then days. */
export const ageOf = (at: string, now: number): string => {
  const ms = Math.max(0, now - Date.parse(at));
  if (ms < 2 * MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < 48 * HOUR ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / (24 * HOUR))} d`;
};

/** @param now when the answer came that it stands in */
export function Age({ at, now }: { at: string; now: number }) {
  return (
    <time className="figure" dateTime={at} title={`${pad(at)} UTC`}>
      {ageOf(at, now)}
    </time>
  );
}
