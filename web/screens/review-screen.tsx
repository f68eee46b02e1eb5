import { useEffect, useState } from 'react';
import type { Shown } from '../../copy/display.ts';
import { wordedReview } from '../../copy/review.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { AnswerRow } from '../components/answer-row.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { SummaryCard } from '../components/summary-card.tsx';
import { industryTitles } from '../inputs/industry-list.ts';
import { MaskedAnswer } from '../inputs/masked-input.tsx';
import { useLater } from '../later.ts';
import type { UploadState } from '../state/page-state.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { uploadProblemText } from './upload-words.ts';
import { useGo } from './use-navigation.ts';

/** Every answer with a link to change it (WCAG 3.3.4). After a change the focus goes to the changed row. */
export function ReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const { application, documents, upload } = usePageState();
  const go = useGo();
  const { value: list } = useLater(industryTitles);
  const announced = useChangedRow();
  const cards = wordedReview(copy, application, {
    ...(list && { titleOf: list.titleOf }),
    fileNames: documents.map(({ fileName }) => fileName),
  });
  useEffect(() => store.dispatch({ type: 'reviewReached' }), [store]);

  return (
    <ScreenFrame step={step}>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go(nextStep(step, store.application()));
        }}
      >
        <p className="lead">{words.review.lead}</p>
        <UploadNotice {...upload} />
        {cards.map(({ id, title, rows }) => (
          <SummaryCard key={id} title={title}>
            {rows.map((row) => (
              <AnswerRow key={row.id} id={row.id} label={row.label} changeHref={row.changeUrl}>
                {row.shown && <ShownAnswer {...row.shown} />}
              </AnswerRow>
            ))}
          </SummaryCard>
        ))}
        <BottomBar next={words.review.next} />
      </form>
    </ScreenFrame>
  );
}

/** An upload under way or failed; without this notice the list of documents would look complete (D44). */
function UploadNotice({ underWay, uploadError }: UploadState) {
  const copy = useCopy();
  const { page: words } = copy;
  if (!underWay && !uploadError) return null;
  return (
    <Notice tone={underWay ? 'info' : 'warning'}>
      <p>
        {underWay
          ? words.proof.underWay(underWay.fileName)
          : uploadError &&
            `${words.proof.notAdded(uploadError.fileName)} ${uploadProblemText(copy, uploadError.reason)}`}
      </p>
      {!underWay && uploadError?.tryAgain && (
        <button type="button" className="text-button" onClick={uploadError.tryAgain}>
          {words.tryAgain}
        </button>
      )}
    </Notice>
  );
}

function ShownAnswer({ text, lastFour }: Shown) {
  return lastFour === undefined ? text : <MaskedAnswer text={text} lastFour={lastFour} />;
}

/** Moves the focus to the row that was just changed. Returns what a screen reader announces about it. */
function useChangedRow(): string {
  const { page: words } = useCopy();
  const { getState, dispatch } = usePageStore();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { changedRow } = getState();
    if (!changedRow) return;
    const row = document.getElementById(changedRow.id);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setAnnounced(words.review.updated(changedRow.label));
    dispatch({ type: 'reviewRowShown' });
  }, [getState, dispatch, words]);
  return announced;
}
