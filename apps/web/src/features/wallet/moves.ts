import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Send } from 'lucide-react';

/** The screens below `/asset/spot` that move what is in wallets, in their order. */
export const MOVES = [
  { name: 'deposit', Icon: ArrowDownToLine },
  { name: 'withdraw', Icon: ArrowUpFromLine },
  { name: 'transfer', Icon: Send },
  { name: 'swap', Icon: ArrowLeftRight },
] as const;
