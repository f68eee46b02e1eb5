import type { Elements } from '../jsx/types.ts';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

const icons = { info: 'help', success: 'check', warning: 'alert', error: 'alert' } as const satisfies Record<
  string,
  IconName
>;

/** A panel with a notice. Its text says it all; colour and icon only repeat it. */
export function Notice({
  tone = 'info',
  children,
}: {
  readonly tone?: keyof typeof icons;
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
