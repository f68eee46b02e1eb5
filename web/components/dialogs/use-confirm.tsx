import { useState } from 'react';
import type { Elements } from '../../jsx/types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Question {
  readonly title: string;
  readonly text?: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  /** Called after the dialog has closed. */
  readonly onConfirm: () => void;
}

/** Returns a confirmation dialog, which is empty while it is closed, and the function that opens it. */
export function useConfirm(): readonly [dialog: Elements, ask: (question: Question) => void] {
  const [question, ask] = useState<Question | null>(null);
  const close = () => ask(null);
  const confirm = () => {
    close();
    question?.onConfirm();
  };
  return [question && <ConfirmDialog {...question} onConfirm={confirm} onCancel={close} />, ask];
}
