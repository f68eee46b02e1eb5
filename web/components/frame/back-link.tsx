import { useCopy } from '../../copy/use-copy.ts';
import { Icon } from '../icon.tsx';
import { PageLink } from '../page-link.tsx';

/** Leads to the screen before. `onBack` handles a plain click, by the browser's history. */
export function BackLink({ href, onBack }: { readonly href: string; readonly onBack: () => void }) {
  const { page: words } = useCopy();
  return (
    <PageLink className="back-link" href={href} onFollow={onBack}>
      <Icon name="back" />
      <span>{words.back}</span>
    </PageLink>
  );
}
