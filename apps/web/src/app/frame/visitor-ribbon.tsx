import { useEffect, useState } from 'react';
import { wasSimulated } from '../../base/storage/simulated.ts';
import { askAllSimulated } from './all-simulated.ts';
import { DemoRibbon } from './demo-ribbon.tsx';

/** Who has not signed in yet reads before they give anything that all of it is simulated. */
export function VisitorRibbon() {
  const [simulated, setSimulated] = useState(wasSimulated);
  useEffect(() => {
    const leaving = new AbortController();
    // Nobody answers: what was heard last stands.
    askAllSimulated(leaving.signal).then(setSimulated, () => undefined);
    return () => leaving.abort();
  }, []);
  return simulated && <DemoRibbon />;
}
