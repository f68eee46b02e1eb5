import { words } from '../words.ts';

/** The program's terms, in a tab of their own, because leaving the page ends the application. */
export function PageFooter({ termsUrl }: { readonly termsUrl: string }) {
  return (
    <footer className="page-footer">
      <a href={termsUrl} target="_blank" rel="noreferrer">
        {words.terms}
      </a>
    </footer>
  );
}
