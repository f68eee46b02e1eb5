import { useCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';

/** Leads one place back. A plain press is left to `onBack`, which goes through the history. */
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
      {words.back}
    </a>
  );
}
