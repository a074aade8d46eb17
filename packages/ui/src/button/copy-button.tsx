import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useUi } from '../ui-context.tsx';

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  /** On the button; default: Copy. */
  label?: string;
  /** Said after it worked, naming what was copied; default: Copied. */
  done?: string;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Denied, or a page without a secure origin: the old way still works where the platform has it.
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const worked = document.execCommand('copy');
    area.remove();
    return worked;
  }
}

/** Copies a text and says so, to eyes and ears. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const { texts } = useUi();
  const [outcome, setOutcome] = useState<'none' | 'done' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said = outcome === 'done' ? (done ?? texts.copied) : outcome === 'failed' ? texts.copyFailed : '';
  return (
    <>
      <Button
        variant="secondary"
        size="medium"
        icon={outcome === 'done' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        onClick={() => {
          void copyText(text).then((worked) => setOutcome(worked ? 'done' : 'failed'));
          navigator.vibrate?.(10);
        }}
      >
        {outcome === 'done' ? texts.copied : (label ?? texts.copy)}
      </Button>
      <span role="status" className={outcome === 'failed' ? undefined : 'unseen'}>
        {said}
      </span>
    </>
  );
}
