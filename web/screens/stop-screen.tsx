import { screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { groupAt } from '../../form/places.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';

/** Where an answer ends the way (D15, D16): what it means, the way back, and the way out. */
export function StopScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const group = groupAt(place);
  const { merchantHelp } = session.boot.program;

  /** Takes the answer back, so that the question stands there again. */
  function ask(): void {
    if (!group) return;
    const unanswered = Object.fromEntries(group.fields.map((field) => [field, null]));
    session.change((now) =>
      group.record === 'questions'
        ? { ...now, questions: { ...now.questions, ...unanswered } }
        : { ...now, disclosures: { ...now.disclosures, ...unanswered } },
    );
  }

  return (
    <ScreenFrame place={place} group={group?.label}>
      <PageHeading>{screenWords.cannotGoOn}</PageHeading>
      <p>{screenOf(place.screen).stop?.text}</p>
      {merchantHelp && <p>{merchantHelp}</p>}
      <div className="stack">
        <button type="button" className="button" onClick={ask}>
          {screenWords.changeMyAnswer}
        </button>
        <button type="button" className="button button--secondary" onClick={() => session.end('cancel')}>
          {words.endApplication}
        </button>
      </div>
    </ScreenFrame>
  );
}
