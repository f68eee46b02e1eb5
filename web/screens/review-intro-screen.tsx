import { agreementsDue } from '../../form/completeness.ts';
import { screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageState, useSession } from '../session/use-session.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useGo } from './use-navigation.ts';

/** What is still to do before the application is handed in. */
export function ReviewIntroScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const { situation } = usePageState();
  const go = useGo();
  const { lead, steps } = screenWords.reviewIntro;
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
        <p className="lead">{lead}</p>
        <ol className="steps">
          {steps(agreementsDue(situation).length).map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <BottomBar />
      </form>
    </ScreenFrame>
  );
}
