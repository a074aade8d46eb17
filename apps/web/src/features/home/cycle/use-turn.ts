import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { placeAt, QUARTER_DEGREES, restOf, TURN, turnDegrees } from './turn.ts';

/** A swipe of this length is a quarter of a turn. */
const QUARTER_PX = 130;
/** A shorter movement is a touch, not a swipe. */
const SLACK_PX = 6;
/** Without a movement for so long the hand has come to rest. */
const REST_MS = 80;

interface Hold {
  pointer: number;
  startX: number;
  startDegrees: number;
  degrees: number;
  speed: number;
  at: number;
  /** Which place was at the top last. */
  place: number;
  moved: boolean;
}

interface Turn {
  /** Which place is at the top, in the hand too. */
  place: number;
  /** How the dial stands; whole turns add up, so that it never spins back. */
  degrees: number;
  disc: RefObject<HTMLDivElement | null>;
  turnTo: (place: number) => void;
  hand: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

/** A dial of four places, turned by choice or by hand: it follows a swipe and comes to rest at a place. */
export function useTurn(): Turn {
  const [degrees, setDegrees] = useState(0);
  const disc = useRef<HTMLDivElement>(null);
  const hold = useRef<Hold | null>(null);
  const [passing, setPassing] = useState<number | null>(null);

  const letGo = () => {
    const held = hold.current;
    hold.current = null;
    if (!held || !disc.current) return;
    const speed = performance.now() - held.at > REST_MS ? 0 : held.speed;
    const rest = restOf(held.degrees, speed);
    delete disc.current.dataset.held;
    disc.current.style.setProperty(TURN, `${rest}deg`);
    setPassing(null);
    setDegrees(rest);
  };

  return {
    place: passing ?? placeAt(degrees),
    degrees,
    disc,
    turnTo: (next) => setDegrees((now) => now + turnDegrees(placeAt(now), next)),
    hand: {
      onPointerDown: (event) => {
        if (!event.isPrimary || event.button !== 0) return;
        const at = performance.now();
        hold.current = {
          pointer: event.pointerId,
          startX: event.clientX,
          startDegrees: degrees,
          degrees,
          speed: 0,
          at,
          place: placeAt(degrees),
          moved: false,
        };
      },
      onPointerMove: (event) => {
        const held = hold.current;
        if (!held || held.pointer !== event.pointerId || !disc.current) return;
        const way = event.clientX - held.startX;
        if (!held.moved) {
          if (Math.abs(way) < SLACK_PX) return;
          held.moved = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          disc.current.dataset.held = '';
        }
        const now = performance.now();
        const turned = held.startDegrees + (way / QUARTER_PX) * QUARTER_DEGREES;
        held.speed = (turned - held.degrees) / Math.max(1, now - held.at);
        held.degrees = turned;
        held.at = now;
        disc.current.style.setProperty(TURN, `${turned}deg`);
        const place = placeAt(turned);
        if (place === held.place) return;
        // Felt and shown as it passes the pointer, not only when the hand lets go.
        held.place = place;
        setPassing(place);
        navigator.vibrate?.(8);
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  };
}
