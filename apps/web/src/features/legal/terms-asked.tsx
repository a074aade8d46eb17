import { TERMS_VERSION } from '@minerx/rules/terms';
import { Card } from '@minerx/ui/card';
import { ChevronRight, ScrollText } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** Asks a member who has not agreed to the terms in force. It stands in nobody's way: what is theirs stays within reach. */
export default function TermsAsked() {
  const { t } = useTexts();
  return (
    <Card to="/legal/terms" tone="accent" className="line-3">
      <ScrollText size={22} aria-hidden="true" />
      <span className="stack-0 grow">
        <strong>{t('legal.asked')}</strong>
        {t('legal.asked.text', { version: TERMS_VERSION })}
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Card>
  );
}
