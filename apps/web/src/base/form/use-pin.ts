import { useRef, useState, type RefObject } from 'react';

export interface PinEntry {
  pin: string;
  /** Code of what is wrong with it. */
  pinError: string | undefined;
  pinInput: RefObject<HTMLInputElement | null>;
  setPin: (digits: string) => void;
  /** Says what is wrong and takes the member there. */
  failPin: (code: string) => void;
  clearPin: () => void;
}

/** The security PIN while it is typed; it is kept nowhere else. */
export function usePin(): PinEntry {
  const [pin, writePin] = useState('');
  const [pinError, setPinError] = useState<string>();
  const pinInput = useRef<HTMLInputElement>(null);
  return {
    pin,
    pinError,
    pinInput,
    setPin: (digits) => {
      writePin(digits);
      setPinError(undefined);
    },
    failPin: (code) => {
      setPinError(code);
      pinInput.current?.focus();
    },
    clearPin: () => writePin(''),
  };
}
