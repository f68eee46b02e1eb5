import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCopy } from '../use-copy.ts';

/** One answer of the review, with the way to change it. */
export function AnswerRow({
  id,
  label,
  changeHref,
  children,
}: {
  /** To come back to: the row takes the focus after its answer was changed. */
  readonly id: string;
  readonly label: string;
  /** Left out where the answer cannot be changed here. */
  readonly changeHref?: string | undefined;
  /** The answer; nothing where none was given. Line breaks are kept. */
  readonly children?: ReactNode;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  return (
    <div className="answer-row" id={id} tabIndex={-1}>
      <dt>{label}</dt>
      <dd>{children || <span className="answer-none">{copy.review.notProvided}</span>}</dd>
      {changeHref && (
        <dd className="answer-change">
          <Link className="text-button" href={changeHref}>
            {words.change} <span className="visually-hidden">{label}</span>
          </Link>
        </dd>
      )}
    </div>
  );
}
