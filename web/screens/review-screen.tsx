import { useEffect, useState } from 'react';
import { type WordedCard, wordedReview } from '../../copy/review.ts';
import { readingMinutes } from '../../form/flow/progress.ts';
import type { Step } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { industryTitles } from '../inputs/industry-list.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { useBoot, usePageState, usePageStore } from '../state/use-page.ts';
import { ReviewCard } from './review-card.tsx';
import { partsOf } from './review-groups.ts';
import { useGoNext } from './use-navigation.ts';

const { review: words } = customScreensCopy;

/** Shows every answer with a link to change it (WCAG 3.3.4). After a change, the changed row gets the focus. */
export function ReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const { application, documents, openParts, changedRow } = usePageState();
  const { agreementWords } = useBoot();
  const goNext = useGoNext(step);
  const { value: list } = useLazyPart(industryTitles);
  const cards = wordedReview(copy, application, {
    ...(list && { titleOf: list.titleOf }),
    fileNames: documents.map(({ fileName }) => fileName),
  });
  const due = agreementsDue(application);
  const sum = due.reduce((words, key) => words + agreementWords[key], 0);
  const parts = partsOf(cards);
  const all = parts.map(([{ id }]) => id);
  const isChanged = ({ rows }: WordedCard) => rows.some(({ id }) => id === changedRow?.id);
  const changedPart = parts.find((part) => part.some(isChanged))?.[0].id;
  const open = all.filter((id) => openParts.includes(id) || id === changedPart);
  const announced = useChangedRow(open);
  useEffect(() => dispatch({ type: 'reviewReached' }), [dispatch]);
  const show = (opened: readonly string[]) => dispatch({ type: 'reviewPartsOpened', parts: opened });
  const toggle = (part: string) =>
    show(open.includes(part) ? open.filter((id) => id !== part) : [...open, part]);
  const allAreOpen = open.length === all.length;

  function next(): void {
    dispatch({ type: 'reviewConfirmed' });
    goNext();
  }

  return (
    <ScreenForm title={copy.screens[step.screen].title} status={announced} onNext={next} next={words.next}>
      <p className="lead">{words.lead}</p>
      <p className="lead">{words.reading(due.length, readingMinutes(sum))}</p>
      <p className="review-tools">
        <button type="button" className="text-button" onClick={() => show(allAreOpen ? [] : all)}>
          {allAreOpen ? words.closeAll : words.openAll}
        </button>
      </p>
      {parts.map((part) => {
        const [{ id }] = part;
        return <ReviewCard key={id} part={part} open={open.includes(id)} onToggle={() => toggle(id)} />;
      })}
    </ScreenForm>
  );
}

/**
 * Moves the focus to the row that was just changed, whose card stays open. Returns the text that screen readers announce about
 * the row.
 */
function useChangedRow(open: readonly string[]): string {
  const { getState, dispatch } = usePageStore();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { changedRow } = getState();
    if (!changedRow) return;
    const row = document.getElementById(changedRow.id);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setAnnounced(words.updated(changedRow.label));
    dispatch({ type: 'reviewPartsOpened', parts: open });
    dispatch({ type: 'reviewRowChanged', row: null });
  }, [getState, dispatch, open]);
  return announced;
}
