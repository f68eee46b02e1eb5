import { useState } from 'react';
import type { Copy } from '../../../copy/copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Question = Omit<Parameters<typeof ConfirmDialog>[0], 'onCancel'>;

/** Returns a confirmation dialog (null while closed) and a function that opens it. The dialog closes, then calls `onConfirm`. */
export function useConfirm(): readonly [dialog: Elements, ask: (question: Question) => void] {
  const [question, ask] = useState<Question | null>(null);
  const close = () => ask(null);
  const confirm = () => {
    close();
    question?.onConfirm();
  };
  return [question && <ConfirmDialog {...question} onConfirm={confirm} onCancel={close} />, ask];
}

/** Returns the words of the dialog that asks whether to remove a person. For a document, use only `title`. */
export function removalWords({ people }: Copy['page'], name: string) {
  return {
    title: `${people.remove(name)}?`,
    text: people.removeText,
    confirm: people.remove(name),
    keep: people.keep(name),
  };
}
