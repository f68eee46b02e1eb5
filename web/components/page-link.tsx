import { useLocation } from 'wouter';
import type { Content } from '../jsx/types.ts';

/** A link to another screen of the page. A plain click shows the screen without loading a new document. */
export function PageLink({
  href,
  onFollow,
  children,
  ...shown
}: {
  readonly href: string;
  readonly className: string;
  readonly 'data-state'?: string;
  /** Called on a plain click. The link then does not go to `href`. */
  readonly onFollow?: () => void;
  readonly children: Content;
}) {
  const [, navigate] = useLocation();
  return (
    <a
      {...shown}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (onFollow) onFollow();
        else navigate(href);
      }}
    >
      {children}
    </a>
  );
}
