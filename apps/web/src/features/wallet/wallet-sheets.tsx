import type { WalletLine } from './balances.ts';
import { HeldSheet } from './held-sheet.tsx';
import { TotalSheet } from './total-sheet.tsx';
import { UnitSheet } from './unit-sheet.tsx';

/** What a unit is and what it is worth; what is set aside of it, and for what; or what the total of all is made of. */
export type OpenSheet = { name: 'unit' | 'held'; line: WalletLine } | { name: 'total' };

/** What more there is to know of a wallet, or of all of them. */
export function WalletSheets({ open, onClose }: { open: OpenSheet; onClose: () => void }) {
  if (open.name === 'total') return <TotalSheet onClose={onClose} />;
  const Sheet = open.name === 'unit' ? UnitSheet : HeldSheet;
  return <Sheet line={open.line} onClose={onClose} />;
}
