import type { Elements } from '../jsx/types.ts';
import { ExtraIcon, type ExtraIconName } from './extra-icon.tsx';
import { Icon } from './icon.tsx';
import { PageLink } from './page-link.tsx';

/** A row in a list of sections: name, state in words, and a check mark if it is done. With `href`, the row is a link. */
export function SectionRow({
  icon,
  name,
  state,
  text,
  href,
}: {
  readonly icon?: ExtraIconName;
  readonly name: string;
  readonly state?: 'done' | 'todo' | 'none' | undefined;
  readonly text: Elements;
  readonly href?: string | undefined;
}) {
  const content = (
    <>
      {icon && (
        <span className="section-icon">
          <ExtraIcon name={icon} />
        </span>
      )}
      <span className="section-row-text">
        <span className="section-row-name">{`${name} `}</span>
        <span className="section-row-state">
          {state === 'done' && <Icon name="check" />}
          {text}
        </span>
      </span>
    </>
  );
  const row = { className: 'section-row', ...(state && { 'data-state': state }) };
  if (href === undefined) return <div {...row}>{content}</div>;
  return (
    <PageLink {...row} href={href}>
      {content}
      <Icon name="forward" />
    </PageLink>
  );
}
