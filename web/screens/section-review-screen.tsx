import { Link } from 'wouter';
import { flow, screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { urlOf } from '../../form/places.ts';
import { sectionKeys } from '../../form/situation.ts';
import { firstPlaceOf, nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { Icon } from '../components/icon.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useGo } from './use-navigation.ts';

/** The sections with their state and the way back into each. Nobody gets here before all that are asked are complete. */
export function SectionReviewScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const { situation } = usePageState();
  const go = useGo();
  const rows = sectionKeys.map((key) => {
    const first = firstPlaceOf(key, situation);
    const state = situation.sections[key] ? ('done' as const) : ('todo' as const);
    return {
      key,
      label: flow.find((section) => section.key === key)?.label ?? '',
      state: first ? state : ('none' as const),
      text: first ? words.sectionState[state] : screenWords.sections.notAsked,
      url: first && urlOf(first),
    };
  });
  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go(nextPlace(place, session.situation()));
        }}
      >
        <p className="lead">{screenWords.sections.lead}</p>
        <ul className="section-rows">
          {rows.map(({ key, label, state, text, url }) => (
            <li key={key}>
              {url ? (
                <Link className="section-row" data-state={state} href={url}>
                  <SectionRow label={label} text={text} done={state === 'done'} />
                  <Icon name="forward" />
                </Link>
              ) : (
                <div className="section-row" data-state={state}>
                  <SectionRow label={label} text={text} done={false} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <BottomBar />
      </form>
    </ScreenFrame>
  );
}

function SectionRow({
  label,
  text,
  done,
}: {
  readonly label: string;
  readonly text: string;
  readonly done: boolean;
}) {
  return (
    <>
      <span className="section-mark" aria-hidden="true">
        {done && <Icon name="check" />}
      </span>
      <span className="section-row-text">
        <span className="section-row-name">{label}</span> <span className="section-row-state">{text}</span>
      </span>
    </>
  );
}
