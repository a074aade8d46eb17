import { useTexts } from '../../../i18n/texts.ts';
import styles from './draw-recipe.module.css';

const STEPS = ['blessing.draw.day', 'blessing.draw.own', 'blessing.draw.deal', 'blessing.draw.seal'] as const;

/** How a deck comes about and how to check it, for people; the copied proof holds it for programs. */
export function DrawRecipe() {
  const { t } = useTexts();
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  );
}
