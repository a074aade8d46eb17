import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface CountdownButtonProps {
  /** First label: Send Code. */
  label: string;
  /** After the first countdown: RESEND. */
  againLabel: string;
  /** While it counts: seconds → "Again in 59 s". */
  waitLabel: (seconds: number) => string;
  /** Does the work; true starts the countdown, a number starts one of that many seconds. */
  onPress: () => Promise<boolean | number>;
  seconds?: number;
  /** When a countdown of before ends, in ms since 1970: it goes on. */
  until?: number;
  /** Tells when a countdown that begins will end, for whoever keeps that. */
  onUntil?: ((until: number) => void) | undefined;
  /** Tells when the countdown runs, so that a form can lock what belongs to it. */
  onWaiting?: (waiting: boolean) => void;
}

const secondsTo = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Sends something that may be sent again only after a while: one at a time, then a countdown, then again. */
export function CountdownButton({
  label,
  againLabel,
  waitLabel,
  onPress,
  seconds = 59,
  until: before = 0,
  onUntil,
  onWaiting,
}: CountdownButtonProps) {
  const [busy, setBusy] = useState(false);
  const [until, setUntil] = useState(() => (before > Date.now() ? before : 0));
  const [sent, setSent] = useState(until > 0);
  const [left, setLeft] = useState(() => secondsTo(until));

  useEffect(() => {
    if (until === 0) return;
    onWaiting?.(true);
    // Counted from the clock: a phone that slept shows the right rest.
    const tick = () => {
      const rest = secondsTo(until);
      setLeft(rest);
      if (rest > 0) return;
      setUntil(0);
      onWaiting?.(false);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until, onWaiting]);

  const press = async () => {
    setBusy(true);
    try {
      const done = await onPress();
      if (!done) return;
      const wait = done === true ? seconds : done;
      setSent(true);
      setLeft(wait);
      const end = Date.now() + wait * 1000;
      setUntil(end);
      onUntil?.(end);
    } finally {
      setBusy(false);
    }
  };

  const waiting = left > 0;
  return (
    <Button
      variant="secondary"
      size="medium"
      sends
      busy={busy}
      aria-disabled={waiting || undefined}
      onClick={() => !waiting && void press()}
    >
      <span className="figure">{waiting ? waitLabel(left) : sent ? againLabel : label}</span>
    </Button>
  );
}
