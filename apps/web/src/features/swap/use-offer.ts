import type { WalletId } from '@minerx/rules/wallet';
import { useEffect, useState } from 'react';
import { askQuote, type SwapOffer } from './swap.api.ts';

export interface Offer {
  offer: SwapOffer | null;
  open: boolean;
  asking: boolean;
  /** Whole seconds that it still stands; zero: it is over. */
  secondsLeft: number;
  /** The one before it was over when it was taken. */
  isAnew: boolean;
  /** Asks for one and shows it. @throws {Refusal} */
  ask: (from: WalletId, to: WalletId, amount: string, anew?: boolean) => Promise<void>;
  close: () => void;
  /** It has taken place: nothing is refused while that is told. */
  isTaken: boolean;
  take: () => void;
}

/** A firm offer with its countdown. What was shown last stays while the sheet closes. */
export function useOffer(): Offer {
  const [offer, setOffer] = useState<SwapOffer | null>(null);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [isAnew, setAnew] = useState(false);
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    if (!open || offer === null) return;
    // Counted from the clock: a phone that slept shows the right rest.
    const tick = () => setLeft(Math.max(0, Math.ceil((offer.until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [open, offer]);
  return {
    offer,
    open,
    asking,
    secondsLeft,
    isAnew,
    ask: async (from, to, amount, anew = false) => {
      setAsking(true);
      try {
        const given = await askQuote(from, to, amount);
        setOffer(given);
        setLeft(Math.ceil((given.until - Date.now()) / 1000));
        setAnew(anew);
        setOpen(true);
      } finally {
        setAsking(false);
      }
    },
    close: () => setOpen(false),
    isTaken,
    take: () => {
      setOpen(false);
      setTaken(true);
    },
  };
}
