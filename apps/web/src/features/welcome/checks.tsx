import { FlaskConical, Gauge, Layers, Radio, ReceiptText, Route, Tag } from 'lucide-react';
import { Points } from './proofs.tsx';

/** What can be checked, from the measurement to the prize, and what cannot. */
const checks = [
  { Icon: Gauge, title: 'session.welcome.measured', text: 'session.welcome.measuredText' },
  { Icon: Radio, title: 'check.sources', text: 'check.sourcesText' },
  { Icon: ReceiptText, title: 'session.welcome.recomputable', text: 'session.welcome.recomputableText' },
  { Icon: Route, title: 'session.welcome.traceable', text: 'session.welcome.traceableText' },
  { Icon: Layers, title: 'check.picks', text: 'check.picksText' },
  { Icon: Tag, title: 'check.labels', text: 'check.labelsText' },
  { Icon: FlaskConical, title: 'check.simulated', text: 'check.simulatedText' },
] as const;

export const Checks = () => <Points points={checks} />;
