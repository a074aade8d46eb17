import type { memberTerms } from '@minerx/contract/terms';
import { TERMS_VERSION } from '@minerx/rules/terms';
import { Button } from '@minerx/ui/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { callOf, request } from '../../base/api.ts';
import { memberQuery } from '../../base/member.ts';
import { refusalText } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';

const agree = callOf<typeof memberTerms>('POST', 'member/terms', 'member');

/** What a signed-in member agreed to, and the way to agree to the version above: the one of this build's texts. */
export function Agreement() {
  const { t, language } = useTexts();
  const cache = useQueryClient();
  const { data: member } = useQuery(memberQuery);
  const [busy, setBusy] = useState(false);
  if (member === undefined) return null;
  const agreed = member.member_terms_version;

  const press = async () => {
    setBusy(true);
    try {
      await request(agree, { body: { terms_version: TERMS_VERSION, language } });
      await cache.invalidateQueries({ queryKey: memberQuery.queryKey });
    } catch (error) {
      await showAlert({ mode: 2, title: t('legal.failed'), message: refusalText(t, error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="stack-3" role="status">
      <p className="line-2">
        {agreed === TERMS_VERSION && <CircleCheck size={18} aria-hidden="true" />}
        {agreed === TERMS_VERSION
          ? t('legal.agreed')
          : agreed === null
            ? t('legal.agreedToNone')
            : t('legal.agreedTo', { version: agreed })}
      </p>
      {agreed !== TERMS_VERSION && (
        <Button full sends busy={busy} onClick={() => void press()}>
          {t('session.terms.agree')}
        </Button>
      )}
    </div>
  );
}
