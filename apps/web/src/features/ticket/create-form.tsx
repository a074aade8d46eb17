import { TICKET_CATEGORIES, TICKET_TEXT_MAX } from '@minerx/rules/ticket';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './ticket.module.css';
import { useCreate } from './use-create.ts';
import { CodedField } from '../../base/form/coded-field.tsx';

/** From here on it is told how much may still be written. */
const NEAR_THE_END = 200;

/** A new ticket: what it is about, and the question. */
export function CreateForm() {
  const { t } = useTexts();
  const { input, change, errors, busy, submit } = useCreate();
  const category = useRef<HTMLSelectElement>(null);
  const question = useRef<HTMLTextAreaElement>(null);
  const left = TICKET_TEXT_MAX - input.question.length;
  return (
    <Card>
      <form
        className="stack-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit().then((wrong) => {
            if (wrong === 'category') category.current?.focus();
            if (wrong === 'question') question.current?.focus();
          });
        }}
      >
        <p className={styles.intro}>{t('ticket.intro')}</p>
        <CodedField label={t('ticket.category')} code={errors.category}>
          {(wire) => (
            <Select
              {...wire}
              ref={category}
              name="support_category"
              value={input.category}
              onChange={({ target }) => change({ category: Number(target.value) })}
            >
              <option value={0} disabled>
                {t('ticket.category.choose')}
              </option>
              {TICKET_CATEGORIES.map(({ id, name }) => (
                <option key={id} value={id}>
                  {t(`ticket.category.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </CodedField>
        <CodedField
          label={t('ticket.question')}
          hint={left <= NEAR_THE_END ? t('ticket.left', { count: left }) : t('ticket.question.hint')}
          code={errors.question}
        >
          {(wire) => (
            <TextArea
              {...wire}
              ref={question}
              className={styles.question}
              name="support_question"
              rows={6}
              maxLength={TICKET_TEXT_MAX}
              autoComplete="off"
              readOnly={busy}
              value={input.question}
              onChange={({ target }) => change({ question: target.value })}
            />
          )}
        </CodedField>
        <Button full type="submit" sends busy={busy}>
          {t('ticket.submit')}
        </Button>
      </form>
    </Card>
  );
}
