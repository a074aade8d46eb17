import { Check, Circle, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useUi } from './ui-context.tsx';
import styles from './password-input.module.css';

export interface ChecklistItem {
  text: string;
  met: boolean;
}

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trail'> {
  autoComplete: 'current-password' | 'new-password';
  /** The rule, line by line, ticked while typing. */
  checklist?: readonly ChecklistItem[];
}

/** A password with a toggle to see it. Pasting and password managers are welcome. */
export function PasswordInput({ checklist, ...rest }: PasswordInputProps) {
  const { texts } = useUi();
  const [shown, setShown] = useState(false);
  const input = (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      trail={
        <IconButton
          label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          icon={shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
  if (!checklist) return input;
  return (
    <>
      {input}
      <Checklist items={checklist} />
    </>
  );
}

/** Lines of a rule, each with a mark and a word for whether it is met. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const { texts } = useUi();
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.text} className={item.met ? styles.met : styles.open}>
          {item.met ? <Check size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
          <span>{item.text}</span>
          <span className="unseen">({item.met ? texts.met : texts.notMet})</span>
        </li>
      ))}
    </ul>
  );
}
