import { useBoot } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { Icon } from './icon.tsx';

/** Whom to call, and when somebody answers; nothing where the program has set no number. */
export function PhonePanel({ lead }: { readonly lead?: string }) {
  const { page: words } = useCopy();
  const { phone } = useBoot().program;
  if (!phone) return null;
  return (
    <div className="phone-panel">
      <Icon name="phone" />
      <div>
        <p>{lead ?? words.talkToPerson}</p>
        <a href={`tel:${phone.dialled}`}>{phone.number}</a>
        <p>{phone.hours}</p>
      </div>
    </div>
  );
}
