import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { actionsQuery } from '../base/queries.ts';
import { titled } from '@minerx/contract/operator/action';
import { ActionForm } from '../features/action/action-form.tsx';
import styles from '../base/page.module.css';

/** One action, with the others of its noun a press away. */
export function ActionScreen() {
  const { noun, verb } = useParams({ from: '/inside/$noun/$verb' });
  const given = useSearch({ from: '/inside/$noun/$verb' });
  const navigate = useNavigate();
  const { data: actions } = useSuspenseQuery(actionsQuery);
  const action = actions.find(({ name }) => name === `${noun} ${verb}`);
  const others = actions.filter(({ name }) => name.startsWith(`${noun} `));
  return (
    <>
      <h1 className={styles.title}>{titled(noun)}</h1>
      <ul className={styles.verbs}>
        {others.map(({ name }) => (
          <li key={name}>
            <Link
              to="/$noun/$verb"
              params={{ noun, verb: name.split(' ')[1] ?? '' }}
              search={{}}
              className={styles.verb ?? ''}
              aria-current={name === action?.name ? 'page' : undefined}
            >
              {name.split(' ')[1]}
            </Link>
          </li>
        ))}
      </ul>
      {action === undefined ? (
        <p>There is no such action, or your role does not allow it.</p>
      ) : (
        <>
          <p className={styles.summary}>{action.summary}</p>
          <ActionForm
            key={action.name}
            action={action}
            given={given}
            onAsked={(search) => void navigate({ to: '/$noun/$verb', params: { noun, verb }, search, replace: true })}
          />
        </>
      )}
    </>
  );
}
