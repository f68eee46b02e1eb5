import { useEffect, useState } from 'react';
import type { Shown } from '../../form/display.ts';
import { screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { reviewOf } from '../../form/review.ts';
import { nextPlace } from '../../form/walk.ts';
import { AnswerRow } from '../components/answer-row.tsx';
import { BottomBar } from '../components/bottom-bar.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { SummaryCard } from '../components/summary-card.tsx';
import { useIndustries } from '../inputs/industry-list.ts';
import { MaskedAnswer } from '../inputs/masked-input.tsx';
import { usePageState, useSession } from '../session/use-session.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useGo } from './use-navigation.ts';

/** Every answer with the way to change it (WCAG 3.3.4). One who comes back from a change is led to the changed row. */
export function ReviewScreen({ place }: { readonly place: Place }) {
  const session = useSession();
  const { situation, documents } = usePageState();
  const go = useGo();
  const { list } = useIndustries(true);
  const announced = useChangedRow();
  const cards = reviewOf(situation, {
    ...(list && { titleOf: list.titleOf }),
    fileNames: documents.map(({ fileName }) => fileName),
  });
  useEffect(() => session.change((now) => ({ ...now, reviewing: true })), [session]);

  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go(nextPlace(place, session.situation()));
        }}
      >
        <p className="lead">{screenWords.review.lead}</p>
        {cards.map(({ id, title, rows }) => (
          <SummaryCard key={id} title={title}>
            {rows.map((row) => (
              <AnswerRow key={row.id} id={row.id} label={row.label} changeHref={row.changeUrl}>
                {row.shown && <ShownAnswer {...row.shown} />}
              </AnswerRow>
            ))}
          </SummaryCard>
        ))}
        <BottomBar next={screenWords.review.next} />
      </form>
    </ScreenFrame>
  );
}

function ShownAnswer({ text, lastFour }: Shown) {
  return lastFour === undefined ? text : <MaskedAnswer text={text} lastFour={lastFour} />;
}

/** Leads to the row that was changed just now, and answers what is announced of it. */
function useChangedRow(): string {
  const { store } = useSession();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { changedRow } = store.get();
    if (!changedRow) return;
    const row = document.getElementById(changedRow.id);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setAnnounced(screenWords.review.updated(changedRow.label));
    store.set((state) => ({ ...state, changedRow: null }));
  }, [store]);
  return announced;
}
