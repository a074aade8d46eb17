import type { WalletLine } from './balances.ts';
import { HeldSheet } from './held-sheet.tsx';
import { UnitSheet } from './unit-sheet.tsx';

export interface OpenSheet {
  /** What a unit of ours is; or what is set aside, and for what. */
  name: 'unit' | 'held';
  line: WalletLine;
}

/** What more there is to know of a wallet. */
export function WalletSheets({ open, onClose }: { open: OpenSheet; onClose: () => void }) {
  const Sheet = open.name === 'unit' ? UnitSheet : HeldSheet;
  return <Sheet line={open.line} onClose={onClose} />;
}
