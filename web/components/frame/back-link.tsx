import { useCopy } from '../../copy/use-copy.ts';
import { Icon } from '../icon.tsx';

/** Leads to the screen before. `onBack` handles a plain click, by the browser's history. */
export function BackLink({ href, onBack }: { readonly href: string; readonly onBack: () => void }) {
  const { page: words } = useCopy();
  return (
    <a
      className="back-link"
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onBack();
      }}
    >
      <Icon name="back" />
      <span>{words.back}</span>
    </a>
  );
}
