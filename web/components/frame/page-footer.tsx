import { useFirstCopy } from '../../use-copy.ts';

/** The program's terms, in a tab of their own, because leaving the page ends the application. */
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
