import { Disclosure } from '@minerx/ui/disclosure';
import { useUi } from '@minerx/ui/ui-context';
import { useId } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './ticket.module.css';

interface Question {
  title: TextKey;
  answer: TextKey;
  /** Where it is done or seen, and that screen's name. */
  way: readonly [to: string, name: TextKey];
}

/** What newcomers ask; the answers are the sentences of the screens themselves, where these have them. */
const QUESTIONS: readonly Question[] = [
  {
    title: 'question.deposit',
    answer: 'question.deposit.text',
    way: ['/asset/spot/deposit', 'wallet.deposit'],
  },
  {
    title: 'question.start',
    answer: 'question.start.text',
    way: ['/order', 'common.title.order'],
  },
  {
    title: 'question.rewards',
    answer: 'miner.terms.rewards.text',
    way: ['/check', 'common.title.check'],
  },
  {
    title: 'question.withdraw',
    answer: 'question.withdraw.text',
    way: ['/asset/spot/withdraw', 'wallet.withdraw'],
  },
  {
    title: 'question.risk',
    answer: 'miner.review.risk',
    way: ['/legal/risk', 'legal.risk'],
  },
];

/** Answers that nobody has to wait for, before the form. */
export function Questions() {
  const { t } = useTexts();
  const { Link } = useUi();
  const title = useId();
  return (
    <section className="stack-2" aria-labelledby={title}>
      <h2 id={title} className={styles.asked}>
        {t('question.list')}
      </h2>
      {QUESTIONS.map(({ title: question, answer, way: [to, name] }) => (
        <Disclosure key={question} title={t(question)}>
          <p className={styles.intro}>{t(answer)}</p>
          <Link to={to} className="reach">
            {t(name)}
          </Link>
        </Disclosure>
      ))}
    </section>
  );
}
