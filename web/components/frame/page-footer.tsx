import { useFirstCopy } from '../../copy/use-copy.ts';

/** A link to the program's terms, in a new tab, because leaving the page ends the application. */
export function PageFooter({ termsUrl }: { readonly termsUrl: string }) {
  const first = useFirstCopy();
  return (
    <footer className="page-footer">
      <a href={termsUrl} target="_blank" rel="noreferrer">
        {first.terms}
      </a>
    </footer>
  );
}
