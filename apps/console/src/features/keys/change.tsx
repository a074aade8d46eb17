import { Modal } from '@minerx/ui/modal';
import { useState, type ReactNode } from 'react';
import { factorAsked, type FactorAsked } from '../../base/api.ts';
import { lookAgain } from '../../base/queries.ts';
import { StepUp } from '../../base/run/step-up.tsx';

/** What changes keys: each time with the second factor. */
export type Change = (factor?: string) => Promise<void>;

/** Does a change, and asks for the second factor where it is asked for. */
export function useChange(): { attempt: (change: Change, factor?: string) => Promise<void>; question: ReactNode } {
  const [open, setOpen] = useState<{ change: Change; asked: FactorAsked } | null>(null);
  const attempt = async (change: Change, factor?: string): Promise<void> => {
    try {
      await change(factor);
      setOpen(null);
      lookAgain();
    } catch (error) {
      const asked = factorAsked(error);
      if (asked === null) throw error;
      setOpen({ change, asked });
    }
  };
  const question = (
    <Modal open={open !== null} title="Is it you?" onClose={() => setOpen(null)}>
      {open && (
        <StepUp
          asked={open.asked}
          onCode={(code) => attempt(open.change, code)}
          onPasskey={(answer) => attempt(open.change, answer)}
        />
      )}
    </Modal>
  );
  return { attempt, question };
}
