import type { Elements } from '../../jsx/types.ts';
import { Button } from '../buttons/button.tsx';

/** The only button of a page without a form. It is in the same place as Next. */
export function ActionBar({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <div className="bottom-bar">
      <div className="bottom-bar-buttons">
        <Button kind="primary" onPress={onPress} label={label} />
      </div>
    </div>
  );
}

/** The frame of a page that has neither a Back button nor a progress bar. */
export function SinglePage({ children }: { readonly children: Elements }) {
  return (
    <div className="page-body">
      <main className="page-main">{children}</main>
    </div>
  );
}
