import type { PackageLine } from '@minerx/rules/miner-package';
import { useState } from 'react';

const TAB = 'minerx:minerTab';

/** The open tab of the miner screen; coming back finds it as it was left. */
export function useShownLine(): [PackageLine, (line: PackageLine) => void] {
  const [line, setLine] = useState<PackageLine>(() => (sessionStorage.getItem(TAB) === 'x2' ? 'x2' : 'x1'));
  return [
    line,
    (next) => {
      setLine(next);
      sessionStorage.setItem(TAB, next);
    },
  ];
}
