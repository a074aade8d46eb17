import type { ResultOf } from '@minerx/contract/call';
import { operatorTranslation } from '@minerx/contract/operator/translation';
import { valuesIn } from '@minerx/rules/text-values';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Decision } from '../../base/decision/decision.tsx';
import { Loading } from '../../base/loading.tsx';
import page from '../../base/page.module.css';
import { AuditTrail } from '../../base/record/audit-trail.tsx';
import { Code, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { draftOf, useDraft, written } from '../../features/news/draft.ts';
import { LOGGED } from '../../features/news/kinds.ts';
import styles from '../../features/news/news.module.css';
import { TenLanguages } from '../../features/news/ten-languages.tsx';

const Preview = lazy(() => import('../../features/preview/preview.tsx'));

type Shown = ResultOf<typeof operatorTranslation>;

/** One text of the app in ten languages, and operators' own words over it. */
export function TranslationScreen() {
  const { key } = useParams({ from: '/inside/translations/$key' });
  return (
    <RecordPage call={operatorTranslation} query={{ key }} back={{ to: '/translations', label: 'Texts of the app' }}>
      {(shown) => (
        <>
          <Heading title={key} />
          <Editor key={JSON.stringify(shown.own)} shown={shown} />
        </>
      )}
    </RecordPage>
  );
}

const FIELDS = [{ name: 'text', label: 'Own words', hint: 'Empty: the text of the file shows.', long: true }];

function Editor({ shown }: { shown: Shown }) {
  const { key, files, own, specified, audit } = shown;
  const [draft, put, drop] = useDraft(`translation/${key}`, draftOf(undefined, { text: own }));
  const [language, setLanguage] = useState<WireLanguage>('en');
  const now = written(draft.texts['text']);
  const changed = Object.fromEntries(
    LANGUAGE_CODES.filter((code) => now[code] !== own[code]).map((code) => [code, now[code] ?? '']),
  );
  const faultOf = (code: WireLanguage, text: string): string | null => {
    const wanted = valuesIn(files[code] ?? '');
    if (valuesIn(text) === wanted) return null;
    return wanted
      ? `These are put in, and nothing else: {${wanted.replaceAll(',', '}, {')}}`
      : 'Nothing is put into it.';
  };
  const wrong = Object.entries(changed).some(
    ([code, text]) => text !== '' && faultOf(code as WireLanguage, text) !== null,
  );
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        <Panel title="Words">
          <div className={page.waiting}>
            <Facts small quiet>
              {specified !== null && <Fact label="Specified">{specified}</Fact>}
              <Fact label="In the file">
                <Code>{files[language] ?? ''}</Code>
              </Fact>
            </Facts>
            <TenLanguages
              fields={FIELDS}
              texts={draft.texts}
              onChange={(texts) => put({ texts })}
              language={language}
              onLanguage={setLanguage}
              otherwise={() => 'As in the file'}
              faultOf={faultOf}
            />
          </div>
        </Panel>
        <Next shown={shown} changed={changed} wrong={wrong} drop={drop} />
        <Panel title="What was done">
          <AuditTrail lines={audit} />
        </Panel>
      </div>
      <div className={styles.aside}>
        <Suspense fallback={<Loading heights={['40rem']} />}>
          <Preview kind="translation" draft={{ ...draft, texts: { text: { ...files, ...now } } }} language={language} />
        </Suspense>
      </div>
    </div>
  );
}

interface NextProps {
  shown: Shown;
  /** By language; nothing takes the own words back. */
  changed: Readonly<Record<string, string>>;
  wrong: boolean;
  drop: () => void;
}

function Next({ shown: { key, own }, changed, wrong, drop }: NextProps) {
  const back = Object.fromEntries(Object.keys(own).map((code) => [code, '']));
  return (
    <Panel title="Next step" strong>
      <div className={page.inRow}>
        <Decision
          action="translation set"
          label="Show these words"
          title={`Words of ${key}`}
          given={{ key, texts: JSON.stringify(changed) }}
          fields={[LOGGED]}
          not={Object.keys(changed).length === 0 ? 'Nothing is changed.' : wrong ? 'What is put in differs.' : null}
          onDone={drop}
        >
          <p>Screens that are opened from now on show them.</p>
        </Decision>
        {Object.keys(own).length > 0 && (
          <Decision
            action="translation set"
            label="Take all back"
            title={`The file’s words of ${key}`}
            variant="secondary"
            given={{ key, texts: JSON.stringify(back) }}
            fields={[LOGGED]}
            onDone={drop}
          />
        )}
      </div>
    </Panel>
  );
}
