import { PageHeader } from '@minerx/ui/page-header';
import { Skeleton } from '@minerx/ui/skeleton';
import { strip } from '@minerx/ui/strip';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { legalQuery } from '../../base/legal/legal.api.ts';
import type { LegalPage } from '../../base/legal/legal-texts.ts';
import { Changes, LegalText } from '../../base/legal/legal-text.tsx';
import { Loaded } from '../../base/query.tsx';
import { hasSession } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Agreement } from './agreement.tsx';

const PAGES = [
  { page: 'terms', to: '/legal/terms', title: 'session.terms' },
  { page: 'privacy', to: '/legal/privacy', title: 'legal.privacy' },
  { page: 'risk', to: '/legal/risk', title: 'legal.risk' },
] as const;

/** One of the three texts, for visitors and members alike; members agree at the end of the terms. */
export function LegalScreen({ page }: { page: LegalPage }) {
  const { t, language } = useTexts();
  const query = useQuery(legalQuery(language));
  const here = PAGES.find((each) => each.page === page)!;
  return (
    <article className="stack-5">
      <PageHeader title={t(here.title)} backTo={hasSession() ? '/profile' : '/welcome'} />
      <nav className={strip.fitted} aria-label={t('legal.pages')}>
        {PAGES.map(({ to, title }) => (
          <Link key={to} to={to} replace className={strip.choice} aria-current={to === here.to ? 'page' : undefined}>
            {t(title)}
          </Link>
        ))}
      </nav>
      <Loaded query={query} skeleton={<Waiting />}>
        {(legal) => (
          <>
            <LegalText page={page} level={2} {...legal} />
            <Changes changes={legal.texts.changes} />
            {page === 'terms' && hasSession() && <Agreement />}
          </>
        )}
      </Loaded>
    </article>
  );
}

function Waiting() {
  return (
    <div className="stack-5">
      <Skeleton height="9rem" />
      {Array.from({ length: 12 }, (_, line) => (
        <Skeleton key={line} width={`${70 + ((line * 11) % 30)}%`} />
      ))}
    </div>
  );
}
