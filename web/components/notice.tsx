import type { Elements } from '../jsx/types.ts';
import { Icon } from './icon.tsx';

const icons = { success: 'check', warning: 'alert', error: 'alert' } as const;

/** A panel with a notice. The panel's color and icon only repeat the meaning of its text. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: keyof typeof icons;
  readonly children: Elements;
}) {
  return (
    <div className="notice" data-tone={tone}>
      <span className="notice-icon">
        <Icon name={icons[tone]} />
      </span>
      <div className="notice-body">{children}</div>
    </div>
  );
}
