import { TERMS_VERSIONS } from '@minerx/rules/terms';
import { Disclosure } from '@minerx/ui/disclosure';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { brand } from '../brand/brand.ts';
import { filled, legalValues, type InForce, type LegalPage, type LegalTexts } from './legal-texts.ts';
import styles from './legal-text.module.css';

export interface LegalTextProps {
  page: LegalPage;
  texts: LegalTexts;
  inForce: InForce;
  /** Of its sections: 2 on a page, 3 in a dialog, which has a heading of its own. */
  level: 2 | 3;
}

/** Version, operator and sections of one of the three texts. */
export function LegalText({ page, texts, inForce, level }: LegalTextProps) {
  const { tag } = useTexts();
  const Heading = `h${level}` as const;
  const values = legalValues(tag, inForce);
  return (
    <>
      <Facts inForce={inForce} Heading={Heading} />
      {level === 2 && <Contents sections={texts[page]} />}
      {texts[page].map(({ title, text }, place) => (
        <section key={title} id={idOf(place)} className={styles.section}>
          <Heading>
            {place + 1}. {title}
          </Heading>
          {text.map((paragraph) => (
            <p key={paragraph}>{filled(paragraph, values)}</p>
          ))}
        </section>
      ))}
    </>
  );
}

const idOf = (place: number): string => `section-${place + 1}`;

/** To each section; the way back from the page leads past none of them. */
function Contents({ sections }: { sections: LegalTexts[LegalPage] }) {
  const { t } = useTexts();
  return (
    <Disclosure title={t('legal.contents')}>
      <ol className={styles.contents}>
        {sections.map(({ title }, place) => (
          <li key={title}>
            <Link to="." hash={idOf(place)} replace>
              {place + 1}. {title}
            </Link>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** Who operates, and which version this is: above the text that names both. */
function Facts({ inForce, Heading }: { inForce: InForce; Heading: 'h2' | 'h3' }): ReactNode {
  const { t, format } = useTexts();
  const { operator } = inForce;
  const [{ version, from }] = TERMS_VERSIONS;
  return (
    <section className={styles.facts}>
      <p>{t('legal.version', { version, date: format.date(from) })}</p>
      <Heading>{t('legal.operator', { name: brand.name })}</Heading>
      {operator === null ? (
        <p>{t('legal.demo')}</p>
      ) : (
        <p>
          {[
            operator.name,
            operator.address,
            ...(operator.register === null ? [] : [t('legal.register', { entry: operator.register })]),
            t('legal.law', { law: operator.law }),
          ].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      <p>
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </p>
    </section>
  );
}

/** What each version changed, the newest first. */
export function Changes({ changes }: { changes: LegalTexts['changes'] }) {
  const { t, format } = useTexts();
  return (
    <section className={styles.section}>
      <h2>{t('legal.changed')}</h2>
      <dl className={styles.changes}>
        {TERMS_VERSIONS.map(({ version, from }) => (
          <div key={version}>
            <dt>{t('legal.changedIn', { version, date: format.date(from) })}</dt>
            <dd>{changes[version]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
