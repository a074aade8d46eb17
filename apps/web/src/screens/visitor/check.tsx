import { PageHeader } from '@minerx/ui/page-header';
import { FlaskConical, Gauge, Layers, Radio, ReceiptText, Route, Tag } from 'lucide-react';
import { Points } from '../../features/welcome/proofs.tsx';
import { Verifiers } from '../../features/welcome/verifiers.tsx';
import { hasSession } from '../../base/session.ts';
import styles from '../../features/session/session.module.css';
import { useTexts } from '../../i18n/texts.ts';

/** What can be checked, from the measurement to the prize, and what cannot. */
const CHECKS = [
  { Icon: Gauge, title: 'session.welcome.measured', text: 'session.welcome.measuredText' },
  { Icon: Radio, title: 'check.sources', text: 'check.sourcesText' },
  { Icon: ReceiptText, title: 'session.welcome.recomputable', text: 'session.welcome.recomputableText' },
  { Icon: Route, title: 'session.welcome.traceable', text: 'session.welcome.traceableText' },
  { Icon: Layers, title: 'check.picks', text: 'check.picksText' },
  { Icon: Tag, title: 'check.labels', text: 'check.labelsText' },
  { Icon: FlaskConical, title: 'check.simulated', text: 'check.simulatedText' },
] as const;

/** For visitors and members alike: where every figure comes from and how to test it. */
export function CheckScreen() {
  const { t } = useTexts();
  return (
    <>
      <PageHeader title={t('common.title.check')} backTo={hasSession() ? '/' : '/welcome'} />
      <p className={styles.lead}>{t('check.lead')}</p>
      <Points points={CHECKS} />
      <Verifiers />
    </>
  );
}
