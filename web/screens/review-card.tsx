import { useId, useState } from 'react';
import type { WordedRow } from '../../copy/review.ts';
import type { CardSubject } from '../../form/review/review.ts';
import { fieldTypeOf } from '../../form/validation/validate.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { ShowButton } from '../components/buttons/show-button.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { MaskedAnswer } from '../inputs/kept-input.tsx';
import { maskedId } from '../state/page-state.ts';
import { usePageState } from '../state/use-page.ts';
import { digestOf, groupsOfPart, type ReviewPart } from './review-groups.ts';

const iconOf = (subject: CardSubject) => (subject.kind === 'section' ? subject.section : 'file');

/** The answers of one section and its people, in groups. Its title opens and closes the card. */
export function ReviewCard({
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
  const [{ subject, title, rows }] = part;
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
            <span className="summary-digest">{digestOf(rows, copy.review.notProvided)}</span>
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
  const { page: words, review } = useCopy();
  const { id, label, shown, changeUrl } = row;
  return (
    <div className="answer-row" id={id} tabIndex={-1}>
      <dt>{label}</dt>
      <dd>{shown ? <ShownAnswer row={row} /> : <span className="answer-none">{review.notProvided}</span>}</dd>
      <dd className="answer-change">
        <PageLink className="text-button" href={changeUrl}>
          <ActionName action={words.change} of={label} />
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
