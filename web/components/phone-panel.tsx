import { useCopy } from '../copy/use-copy.ts';
import { useBoot } from '../state/use-page.ts';
import { Icon } from './icon.tsx';

/** Shows the program's phone number and hours, or nothing if the program has no phone number. */
export function PhonePanel(props: { readonly lead?: string; readonly className?: string }) {
  const { page: words } = useCopy();
  const { phone } = useBoot().program;
  return (
    phone && (
      <div className={props.className ?? 'phone-panel'}>
        <h2>{props.lead ?? words.talkToPerson}</h2>
        <a href={`tel:${phone.dialled}`}>
          <Icon name="phone" />
          <span translate="no">{phone.number}</span>
        </a>
        <p>{phone.hours}</p>
      </div>
    )
  );
}
