import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useUi } from '../ui-context.tsx';

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trail'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a toggle to see it. Pasting and password managers are welcome. */
export function PasswordInput(props: PasswordInputProps) {
  const { texts } = useUi();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
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
}
