import type { Copy } from '../../copy/copy.ts';

/** Returns the words of the dialog that asks whether to remove a person. */
export function removalWords({ people, remove }: Copy['page'], name: string) {
  return {
    title: people.removeTitle(name),
    text: people.removeText,
    confirm: remove,
    keep: people.keep(name),
  };
}
