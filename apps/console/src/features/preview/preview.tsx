import type { NewsKind, NewsTexts } from '@minerx/contract/operator/news';
import { operatorTranslation } from '@minerx/contract/operator/translation';
import { writtenToHtml } from '@minerx/rules/markdown';
import { formatsOf, type WireLanguage } from '@minerx/rules/wire-language';
import { Article } from '@minerx/ui/article';
import { buttonClass } from '@minerx/ui/button';
import { CalledLine } from '@minerx/ui/called-line';
import { classes } from '@minerx/ui/classes';
import { Poster } from '@minerx/ui/poster';
import { SafeHtml } from '@minerx/ui/safe-html';
import { Segmented } from '@minerx/ui/segmented';
import { StillSheet } from '@minerx/ui/still-sheet';
import { useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { request } from '../../base/api.ts';
import { Phone, type Theme } from './phone.tsx';
import styles from './preview.module.css';

interface ShownProps {
  kind: NewsKind | 'translation';
  draft: {
    texts: NewsTexts;
    /** Minutes in UTC, or nothing. */
    from: string;
    until: string;
    popup: boolean;
    link: string;
    /** Id, or nothing. */
    picture: string;
  };
  language: WireLanguage;
}

/** What members see of it, in one language and either theme. */
export default function Preview(props: ShownProps) {
  const [theme, setTheme] = useState<Theme>('dark');
  return (
    <>
      <Segmented
        label="Preview"
        value={theme}
        onChange={setTheme}
        options={[
          { id: 'dark', label: 'Dark' },
          { id: 'light', label: 'Light' },
        ]}
      />
      <Phone language={props.language} theme={theme}>
        <Shown {...props} />
      </Phone>
    </>
  );
}

/** A text of the app, as members see it in a language. */
function useAppText(key: string, language: WireLanguage): string {
  const { data } = useQuery({
    queryKey: ['record', operatorTranslation.path, { key }],
    queryFn: () => request(operatorTranslation, { query: { key } }),
  });
  return data?.own[language] ?? data?.files[language] ?? '';
}

/** A minute in UTC as members read it. */
const timeIn = (language: WireLanguage, minute: string): string =>
  new Intl.DateTimeFormat(formatsOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(minute));

function Shown({ kind, draft, language }: ShownProps) {
  const [opened] = useState(() => new Date().toISOString());
  /** Where nothing is written, English is shown. */
  const textOf = (field: string): string =>
    [draft.texts[field]?.[language], draft.texts[field]?.['en']].find((text) => text?.trim()) ?? '';
  const picture = draft.picture === '' ? null : `/api/picture/${draft.picture}`;
  const html = writtenToHtml(textOf('message'));
  if (kind === 'maintenance')
    return <Maintenance title={textOf('title')} html={html} until={draft.until} language={language} />;
  if (kind === 'announcement') {
    const at = draft.from === '' ? opened : `${draft.from}Z`;
    const body = <Article picture={picture} at={at} time={timeIn(language, at)} html={html} />;
    return draft.popup ? (
      <Popup title={textOf('title')} language={language}>
        {body}
      </Popup>
    ) : (
      <div className={styles.screen}>
        <h2>{textOf('title')}</h2>
        {body}
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      {kind === 'banner' && picture !== null && (
        <div className={styles.poster}>
          <Poster to={draft.link} picture={picture} title={textOf('title')} />
        </div>
      )}
      {kind === 'marquee' && <CalledLine>{textOf('text')}</CalledLine>}
      {kind === 'translation' && <p>{textOf('text')}</p>}
    </div>
  );
}

function Popup({ title, language, children }: { title: string; language: WireLanguage; children: ReactNode }) {
  const { Link } = useUi();
  return (
    <StillSheet
      title={title}
      footer={
        <Link to="" className={buttonClass({ full: true })}>
          {useAppText('announcement.open', language)}
        </Link>
      }
    >
      {children}
    </StillSheet>
  );
}

interface MaintenanceProps {
  title: string;
  html: string;
  until: string;
  language: WireLanguage;
}

function Maintenance({ title, html, until, language }: MaintenanceProps) {
  const said = useAppText('session.maintenance.until', language);
  const otherwise = useAppText('common.title.maintenance', language);
  const soon = useAppText('session.maintenance.message', language);
  const again = useAppText('session.maintenance.again', language);
  return (
    <div className={classes(styles.screen, styles.notice)}>
      <h1>{title || otherwise}</h1>
      <SafeHtml html={html || soon} />
      {until !== '' && <p>{said.replace('{time}', timeIn(language, `${until}Z`))}</p>}
      <p className={styles.small}>{again}</p>
    </div>
  );
}
