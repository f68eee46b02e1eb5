import { useEffect, useState } from 'react';
import type { WordedCard, WordedRow } from '../../copy/review.ts';
import { wordedReview } from '../../copy/review.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { CardSubject } from '../../form/review/review.ts';
import { fieldTypeOf } from '../../form/validation/validate.ts';
import { AnswerGroup, AnswerRow } from '../components/answer-row.tsx';
import { ShowButton } from '../components/buttons/show-button.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SummaryCard } from '../components/summary-card.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { industryTitles } from '../inputs/industry-list.ts';
import { MaskedAnswer } from '../inputs/kept-input.tsx';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { maskedId } from '../state/page-state.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { digestOf } from './review-digest.ts';
import { groupsOf } from './review-groups.ts';
import { useGo } from './use-navigation.ts';

/** Every answer with a link to change it (WCAG 3.3.4). After a change the focus goes to the changed row. */
export function ReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const store = usePageStore();
  const { application, documents, openParts, changedRow } = usePageState();
  const go = useGo();
  const { value: list } = useLazyPart(industryTitles);
  const cards = wordedReview(copy, application, {
    ...(list && { titleOf: list.titleOf }),
    fileNames: documents.map(({ fileName }) => fileName),
  });
  const open = cards
    .map(({ id }) => id)
    .filter((id) => openParts.includes(id) || id === partOf(cards, changedRow));
  const announced = useChangedRow(open);
  useEffect(() => store.dispatch({ type: 'reviewReached' }), [store]);
  const show = (parts: readonly string[]) => store.dispatch({ type: 'reviewPartsOpened', parts });
  const allAreOpen = open.length === cards.length;

  return (
    <>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.dispatch({ type: 'reviewConfirmed' });
          go(nextStep(step, store.application()));
        }}
      >
        <p className="lead">{customScreensCopy.review.lead}</p>
        <p className="review-tools">
          <button
            type="button"
            className="text-button"
            onClick={() => show(allAreOpen ? [] : cards.map(({ id }) => id))}
          >
            {allAreOpen ? customScreensCopy.review.closeAll : customScreensCopy.review.openAll}
          </button>
        </p>
        {cards.map((card) => (
          <SummaryCard
            key={card.id}
            icon={<SubjectIcon subject={card.subject} />}
            title={card.title}
            digest={digestOf(card, copy.review.notProvided)}
            given={card.rows.some(({ shown }) => shown !== null)}
            open={open.includes(card.id)}
            onToggle={() =>
              show(open.includes(card.id) ? open.filter((id) => id !== card.id) : [...open, card.id])
            }
          >
            {groupsOf(card.rows).map(({ title, rows }) => (
              <AnswerGroup key={rows[0]?.id} title={title}>
                {rows.map((row) => (
                  <AnswerRow key={row.id} id={row.id} label={row.label} changeHref={row.changeUrl}>
                    {row.shown && <ShownAnswer row={row} />}
                  </AnswerRow>
                ))}
              </AnswerGroup>
            ))}
          </SummaryCard>
        ))}
        <BottomBar next={customScreensCopy.review.next} />
      </form>
    </>
  );
}

/** The icon of the section that asked; of a person, and of a document, where a part is about one. */
function SubjectIcon({ subject }: { readonly subject: CardSubject }) {
  if (subject.kind === 'proof') return <ExtraIcon name="file" />;
  if (subject.kind === 'section') return <ExtraIcon name={subject.section} />;
  return <ExtraIcon name={subject.kind === 'owner' ? 'applicant' : 'authorizedUser'} />;
}

/** The part that a row stands in; undefined where no row was changed. */
function partOf(cards: readonly WordedCard[], row: { readonly id: string } | null): string | undefined {
  return cards.find(({ rows }) => rows.some(({ id }) => id === row?.id))?.id;
}

/** An answer; a masked one can be shown while the page still holds it (D41). */
function ShownAnswer({ row: { answer, asks, label, shown } }: { readonly row: WordedRow }) {
  const { unmasked } = usePageState();
  const [open, setOpen] = useState(false);
  if (shown?.lastFour === undefined || answer.kind !== 'field')
    return <span translate={shown?.isOurs ? undefined : 'no'}>{shown?.text}</span>;
  const whole = unmasked[maskedId(answer.key, asks?.person?.id)];
  if (!whole?.endsWith(shown.lastFour)) return <MaskedAnswer text={shown.text} lastFour={shown.lastFour} />;
  return (
    <span className="shown-answer">
      <span translate="no">
        {open ? (
          fieldTypeOf(answer.field).format(whole as never)
        ) : (
          <MaskedAnswer text={shown.text} lastFour={shown.lastFour} />
        )}
      </span>
      <ShowButton className="text-button" what={label} isShown={open} onToggle={setOpen} />
    </span>
  );
}

/** Moves the focus to the row that was just changed, whose part stays open. Returns what a screen reader announces about it. */
function useChangedRow(open: readonly string[]): string {
  const { getState, dispatch } = usePageStore();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { changedRow } = getState();
    if (!changedRow) return;
    const row = document.getElementById(changedRow.id);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setAnnounced(customScreensCopy.review.updated(changedRow.label));
    dispatch({ type: 'reviewPartsOpened', parts: open });
    dispatch({ type: 'reviewRowChanged', row: null });
  }, [getState, dispatch, open]);
  return announced;
}
