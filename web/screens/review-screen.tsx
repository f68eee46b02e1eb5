import { useEffect, useId, useState } from 'react';
import { type WordedCard, type WordedRow, wordedReview } from '../../copy/review.ts';
import { readingMinutes } from '../../form/flow/estimated-minutes.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { CardSubject } from '../../form/review/review.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { fieldTypeOf } from '../../form/validation/validate.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Button } from '../components/buttons/button.tsx';
import { ShowButton } from '../components/buttons/show-button.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { MaskedAnswer } from '../inputs/kept-input.tsx';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { maskedId } from '../state/page-state.ts';
import { useBoot, usePageState, usePageStore } from '../state/use-page.ts';
import { industryTitles } from './industry/industry-list.ts';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { digestOf, groupsOfPart, partsOf, type ReviewPart, shownLabel } from './review-groups.ts';
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
  const reading = readingMinutes(due.map((key) => agreementWords[key]));
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
      <div className="review-tools">
        <p>{words.lead}</p>
        <Button onPress={() => show(allAreOpen ? [] : all)}>
          <ActionName action={allAreOpen ? words.closeAll : words.openAll} of={words.allSections} />
        </Button>
      </div>
      {parts.map((part) => {
        const [{ id }] = part;
        return <ReviewCard key={id} part={part} open={open.includes(id)} onToggle={() => toggle(id)} />;
      })}
      <FinishLaterButton />
      <p className="review-next">{words.reading(due.length, reading)}</p>
    </ScreenForm>
  );
}

/** Focuses the row that was just changed. Returns the text that screen readers announce about it. */
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

const iconOf = (subject: CardSubject) => (subject.kind === 'section' ? subject.section : 'file');

/** A card with the answers of one section and its people, in groups. The card's title opens and closes it. */
function ReviewCard({
  part,
  open,
  onToggle,
}: {
  readonly part: ReviewPart;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const copy = useCopy();
  const id = useId();
  const { proofRequired } = usePageState().application;
  const [{ subject, title, rows }] = part;
  const { notProvided } = copy.review;
  const none = subject.kind === 'proof' && !proofRequired ? words.optional(notProvided) : notProvided;
  return (
    <section className="summary-card">
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span className="section-icon">
            <ExtraIcon name={iconOf(subject)} />
          </span>
          <span className="summary-title">
            <span>{`${title} `}</span>
            {rows.some(({ shown }) => shown !== null) && <Icon name="check" />}
            {!open && <span className="summary-digest">{digestOf(rows, { ...words, none })}</span>}
          </span>
          <ExtraIcon name="down" />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {groupsOfPart(part).map((group) => (
          <div className="answer-group" key={group.rows[0]?.id}>
            {group.title && <h3>{group.title}</h3>}
            <dl>
              {group.rows.map((row) => (
                <AnswerRow key={row.id} row={row} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

/** A row with one answer and a link to change it. The row has an id, so it can get the focus after the change. */
function AnswerRow({ row }: { readonly row: WordedRow }) {
  const { page, review } = useCopy();
  const { words: own } = useBoot();
  const { id, label, shown, changeUrl } = row;
  return (
    <div className="answer-row" id={id} tabIndex={-1}>
      <dt>{shownLabel(row, words.labels, own)}</dt>
      <dd>{shown ? <ShownAnswer row={row} /> : <span className="answer-none">{review.notProvided}</span>}</dd>
      <dd className="answer-change">
        <PageLink className="text-button" href={changeUrl}>
          <ActionName action={page.change} of={label} />
        </PageLink>
      </dd>
    </div>
  );
}

/** An answer. If it is masked, the person can show it in full while the page still has it in memory (D41). */
function ShownAnswer({ row: { answer, asks, label, shown } }: { readonly row: WordedRow }) {
  const { unmasked } = usePageState();
  const [open, setOpen] = useState(false);
  if (shown?.lastFour === undefined || answer.kind !== 'field')
    return <span translate={shown?.isOurs ? undefined : 'no'}>{shown?.text}</span>;
  const masked = <MaskedAnswer text={shown.text} lastFour={shown.lastFour} />;
  const whole = unmasked[maskedId(answer.key, asks?.person?.id)];
  if (!whole?.endsWith(shown.lastFour)) return masked;
  return (
    <span className="shown-answer">
      <span translate="no">{open ? fieldTypeOf(answer.field).format(whole as never) : masked}</span>
      <ShowButton className="text-button" what={label} isShown={open} onToggle={setOpen} />
    </span>
  );
}
