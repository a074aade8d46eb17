import { isNftAddress } from '@minerx/rules/nft-withdrawal';
import { isValidPin } from '@minerx/rules/pin';
import { useRef, useState, type RefObject } from 'react';
import { textDraft } from '../../base/form/drafts.ts';
import { usePin, type PinEntry } from '../../base/form/use-pin.ts';
import { tidyAddress } from './pasted-address.ts';

export interface Entry extends PinEntry {
  address: string;
  addressError: string | undefined;
  addressInput: RefObject<HTMLTextAreaElement | null>;
  setAddress: (text: string) => void;
  /** Says what is wrong with it, as the member leaves the field. */
  checkAddress: () => void;
  /** Whether both are right; the first wrong one is marked and has the focus. */
  isRight: () => boolean;
  /** What the server said of the fields; the PIN is gone either way. */
  mark: (fields: Record<string, string>) => void;
  clear: () => void;
}

const problemOf = (address: string): string | undefined =>
  address === '' ? 'err_required' : isNftAddress(address) ? undefined : 'err_withdrawal_address';

/** What the member types: the address, kept through reloads, and the PIN, kept nowhere. */
export function useEntry(nftId: string): Entry {
  const [draft] = useState(() => textDraft(`nft:${nftId}`));
  const [address, writeAddress] = useState(draft.read);
  const [addressError, setAddressError] = useState<string>();
  const entry = usePin();
  const addressInput = useRef<HTMLTextAreaElement>(null);
  const tell = (wrongAddress: string | undefined, wrongPin: string | undefined) => {
    setAddressError(wrongAddress);
    if (wrongPin) entry.failPin(wrongPin);
    if (wrongAddress) addressInput.current?.focus();
    return !wrongAddress && !wrongPin;
  };
  return {
    ...entry,
    address,
    addressError,
    addressInput,
    setAddress: (text) => {
      const tidy = tidyAddress(text);
      writeAddress(tidy);
      draft.write(tidy);
      setAddressError(undefined);
    },
    checkAddress: () => setAddressError(address === '' ? undefined : problemOf(address)),
    isRight: () => tell(problemOf(address), isValidPin(entry.pin) ? undefined : 'err_pin_rule'),
    mark: ({ withdrawal_address: wrongAddress, member_security_pin: wrongPin }) => {
      tell(wrongAddress, wrongPin);
      if (!wrongAddress) entry.pinInput.current?.focus();
    },
    clear: () => {
      entry.clearPin();
      draft.drop();
    },
  };
}
