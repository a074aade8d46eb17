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
  /** Tells when the countdown runs, so that a form can lock what belongs to it. */
  onWaiting?: (waiting: boolean) => void;
}

/** Sends something that may be sent again only after a while: one at a time, then a countdown, then again. */
export function CountdownButton({
  label,
  againLabel,
  waitLabel,
  onPress,
  seconds = 59,
  onWaiting,
}: CountdownButtonProps) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (until === 0) return;
    // Counted from the clock: a phone that slept shows the right rest.
    const tick = () => {
      const rest = Math.ceil((until - Date.now()) / 1000);
      setLeft(Math.max(0, rest));
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
      setUntil(Date.now() + wait * 1000);
      onWaiting?.(true);
    } finally {
      setBusy(false);
    }
  };

  const waiting = left > 0;
  return (
    <Button
      variant="secondary"
      size="medium"
      busy={busy}
      aria-disabled={waiting || undefined}
      onClick={() => !waiting && void press()}
    >
      <span className="figure">{waiting ? waitLabel(left) : sent ? againLabel : label}</span>
    </Button>
  );
}
