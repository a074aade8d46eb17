import { ageOf, minuteOf } from '@minerx/rules/utc-time';

/** A moment as the audit log has it: day and minute, UTC. The second is on hover. */
export function At({ at }: { at: string | null }) {
  if (at === null) return '–';
  return (
    <time className="figure" dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {minuteOf(new Date(at))}
    </time>
  );
}

/** @param now when the answer came that it stands in */
export function Age({ at, now }: { at: string; now: number }) {
  return (
    <time className="figure" dateTime={at} title={`${minuteOf(new Date(at))} UTC`}>
      {ageOf(new Date(at), now)}
    </time>
  );
}
