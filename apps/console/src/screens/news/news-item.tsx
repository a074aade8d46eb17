import { NEWS_KINDS, operatorNewsItem, type NewsItem, type NewsKind } from '@minerx/contract/operator/news';
import { isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import { Chip } from '@minerx/ui/chip';
import { Field } from '@minerx/ui/field';
import { Switch } from '@minerx/ui/switch';
import { TextInput } from '@minerx/ui/text-input';
import { useUi } from '@minerx/ui/ui-context';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Decision } from '../../base/decision/decision.tsx';
import { Loading } from '../../base/loading.tsx';
import page from '../../base/page.module.css';
import { AuditTrail } from '../../base/record/audit-trail.tsx';
import { Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { draftOf, useDraft, valuesOf, written, type Draft } from '../../features/news/draft.ts';
import { KINDS, LOGGED, STATES } from '../../features/news/kinds.ts';
import styles from '../../features/news/news.module.css';
import { PictureField } from '../../features/news/picture-field.tsx';
import { TenLanguages } from '../../features/news/ten-languages.tsx';

const Preview = lazy(() => import('../../features/preview/preview.tsx'));

/** One of the news: what it says in ten languages and how that looks, and another begun from it. */
export function NewsItemScreen() {
  const { kind, id } = useParams({ from: '/inside/news/$kind/$id' });
  const { Link } = useUi();
  const known = NEWS_KINDS.find((each) => each === kind) ?? 'announcement';
  const back = { to: `/news?kind=${known}`, label: KINDS[known].names };
  if (id === 'new')
    return (
      <article className={page.waiting}>
        <p className={page.said}>
          <Link to={back.to}>← {back.label}</Link>
        </p>
        <Heading title={`New ${KINDS[known].name.toLowerCase()}`} />
        <Editor key={known} kind={known} initial={draftOf()} />
      </article>
    );
  return (
    <RecordPage call={operatorNewsItem} query={{ kind: known, id }} back={back}>
      {({ item, texts, audit }) => (
        <>
          <Heading
            title={item.title || KINDS[known].name}
            chips={<Chip tone={STATES[item.state][0]}>{STATES[item.state][1]}</Chip>}
          />
          <Editor key={id} kind={known} item={item} initial={draftOf(item, texts)}>
            <Panel title="What was done">
              <AuditTrail lines={audit} />
            </Panel>
          </Editor>
        </>
      )}
    </RecordPage>
  );
}

interface EditorProps {
  kind: NewsKind;
  /** Null while it is written for the first time. */
  item?: NewsItem;
  initial: Draft;
  children?: ReactNode;
}

function Editor({ kind, item, initial, children }: EditorProps) {
  const navigate = useNavigate();
  const [draft, put, drop] = useDraft(`${kind}/${item?.id ?? 'new'}`, initial);
  const [language, setLanguage] = useState<WireLanguage>('en');
  const { fields, action, does, again } = KINDS[kind];
  const missing = kind === 'maintenance' ? undefined : fields.find(({ name }) => !written(draft.texts[name])['en']);
  const lacks = missing ? `${missing.label} in English is missing.` : null;
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        <Panel title="Words">
          <TenLanguages
            fields={fields}
            texts={draft.texts}
            onChange={(texts) => put({ texts })}
            language={language}
            onLanguage={(chosen) => isWireLanguage(chosen) && setLanguage(chosen)}
            otherwise={(code) => (code === 'en' ? 'Missing' : 'English is shown')}
          />
        </Panel>
        {kind !== 'marquee' && (
          <Panel title="Beside them">
            <Beside kind={kind} draft={draft} put={put} />
          </Panel>
        )}
        <Panel title="Next step" strong>
          <div className={page.inRow}>
            <Decision
              action={action}
              label={item === undefined ? does : again}
              title={`${item === undefined ? does : again}: ${KINDS[kind].name.toLowerCase()}`}
              given={valuesOf(kind, draft)}
              fields={[LOGGED]}
              not={lacks ?? (kind === 'banner' && draft.picture === '' ? 'The picture is missing.' : null)}
              onDone={() => {
                drop();
                void navigate({ to: '/news', search: { kind } });
              }}
            >
              <p>
                {kind === 'maintenance' ? 'Members are kept out at once; operators are not.' : 'Every member sees it.'}
              </p>
            </Decision>
            {item?.kind === 'announcement' && item.state !== 'withdrawn' && (
              <Decision
                action="announcement correct"
                label="Correct its words"
                title="Other words in its place"
                variant="secondary"
                given={{ id: item.id, file: valuesOf(kind, draft)['file']! }}
                fields={[LOGGED]}
                not={lacks}
                onDone={drop}
              >
                <p>Nothing but its words changes. It comes up for nobody who has seen it.</p>
              </Decision>
            )}
            {item !== undefined && <Ends item={item} />}
          </div>
        </Panel>
        {children}
      </div>
      <div className={styles.aside}>
        <Suspense fallback={<Loading heights={['40rem']} />}>
          <Preview kind={kind} draft={draft} language={language} />
        </Suspense>
      </div>
    </div>
  );
}

/** Taking it away, or giving it another place. */
function Ends({ item: { kind, id, state } }: { item: NewsItem }) {
  if (state === 'over' || state === 'withdrawn') return null;
  const [action, label] = KINDS[kind].end;
  const given: Record<string, string> = kind === id ? {} : { id };
  return (
    <>
      {kind === 'banner' && (
        <Decision
          action="banner move"
          label="Move"
          title="Another place"
          variant="secondary"
          given={given}
          fields={[{ name: 'position', label: 'Place', hint: 'Lower ones come first' }, LOGGED]}
        />
      )}
      <Decision action={action} label={label} title={label} variant="secondary" given={given} fields={[LOGGED]} />
    </>
  );
}

function Beside({ kind, draft, put }: { kind: NewsKind; draft: Draft; put: (change: Partial<Draft>) => void }) {
  const input = (name: 'from' | 'until' | 'link' | 'position', label: string, hint: string) => (
    <Field label={label} hint={hint}>
      {(wire) => (
        <TextInput
          {...wire}
          type={name === 'from' || name === 'until' ? 'datetime-local' : 'text'}
          value={draft[name]}
          onChange={({ target }) => put({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className={styles.places}>
      {kind === 'announcement' && input('from', 'From, UTC', 'Now, if it is empty')}
      {kind !== 'banner' &&
        input('until', kind === 'maintenance' ? 'Planned end, UTC' : 'Until, UTC', 'None, if it is empty')}
      {kind === 'banner' && input('link', 'Leads to', 'A screen of the app, such as /miner')}
      {kind === 'banner' && input('position', 'Place', 'Lower ones come first')}
      {kind !== 'maintenance' && (
        <div className={styles.wide}>
          <PictureField value={draft.picture} onChange={(picture) => put({ picture })} />
        </div>
      )}
      {kind === 'announcement' && (
        <Switch
          label="Comes up over the app, once per visit"
          checked={draft.popup}
          onChange={(popup) => put({ popup })}
        />
      )}
    </div>
  );
}
