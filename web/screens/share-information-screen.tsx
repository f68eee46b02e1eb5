import type { FormEvent } from 'react';
import type { Place } from '../../form/places.ts';
import { askedAt, groupAt, urlOf } from '../../form/places.ts';
import { saveOf } from '../../form/saves.ts';
import { nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ServedHtml } from '../components/served-html.tsx';
import { InputFor } from '../inputs/input-for.tsx';
import { useSession } from '../session/use-session.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { useFields } from './use-fields.ts';
import { useGo } from './use-navigation.ts';

/** The whole text of who gets the answers and why, the consent to it, and the free choice about affiliates (D31). */
export function ShareInformationScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const go = useGo();
  const url = urlOf(place);
  const group = groupAt(place);
  const fields = useFields(askedAt(place, session.situation()), url, false);
  const [sharing, affiliates] = fields.inputs;
  const { texts } = session.boot;

  function next(event: FormEvent): void {
    event.preventDefault();
    const values = fields.take();
    if (!values || !group) return;
    session.save(saveOf(group, values, session.situation()), { url, typed: fields.typed });
    go(nextPlace(place, session.situation()));
  }

  return (
    <ScreenFrame place={place} group={group?.label}>
      <PageHeading>{group?.title}</PageHeading>
      <form noValidate onSubmit={next}>
        <ServedHtml html={texts.shareInformation} />
        {sharing && <InputFor {...sharing} />}
        <ServedHtml html={texts.affiliates} />
        {affiliates && <InputFor {...affiliates} />}
        <BottomBar />
      </form>
    </ScreenFrame>
  );
}
