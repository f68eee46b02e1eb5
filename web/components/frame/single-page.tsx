import type { Elements } from '../../jsx/types.ts';

/** The one button of a page that is no form, where Next stands on the others. */
export function ActionBar({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <div className="bottom-bar">
      <div className="bottom-bar-buttons">
        <button type="button" className="button" onClick={onPress}>
          {label}
        </button>
      </div>
    </div>
  );
}

/** Frame of a page that stands by itself, without Back and without progress. */
export function SinglePage({ children }: { readonly children: Elements }) {
  return (
    <div className="page-body">
      <main className="page-main">{children}</main>
    </div>
  );
}
