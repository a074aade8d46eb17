import { RefreshCw } from 'lucide-react';
import { Button } from '../button/button.tsx';
import { useUi } from '../ui-context.tsx';

interface RetryButtonProps {
  variant: 'secondary' | 'quiet';
  busy?: boolean | undefined;
  onRetry: () => void;
}

/** Asks again for what could not be loaded. */
export function RetryButton({ variant, busy, onRetry }: RetryButtonProps) {
  const { texts } = useUi();
  return (
    <Button
      variant={variant}
      size="medium"
      busy={busy}
      icon={<RefreshCw size={16} aria-hidden="true" />}
      onClick={onRetry}
    >
      {texts.retry}
    </Button>
  );
}
