import { useCopy } from '../copy/use-copy.ts';
import { useBoot } from '../state/use-page.ts';
import { Icon } from './icon.tsx';

/** Whom to call, and when somebody answers; nothing where the program has set no number. */
export function PhonePanel({
  lead,
  className = 'phone-panel',
}: {
  readonly lead?: string;
  /** How the place it stands in draws it. */
  readonly className?: string;
}) {
  const { page: words } = useCopy();
  const { phone } = useBoot().program;
  return (
    phone && (
      <div className={className}>
        <h2>{lead ?? words.talkToPerson}</h2>
        <a href={`tel:${phone.dialled}`}>
          <Icon name="phone" />
          <span translate="no">{phone.number}</span>
        </a>
        <p>{phone.hours}</p>
      </div>
    )
  );
}
