import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useCopy } from '../use-copy.ts';

/** One answer of the review, with a link to change it. */
export function AnswerRow({
  id,
  label,
  changeHref,
  children,
}: {
  /** Id of the row, which is focused after its answer was changed. */
  readonly id: string;
  readonly label: string;
  /** Undefined if the answer cannot be changed here. */
  readonly changeHref?: string | undefined;
  /** The answer; undefined if there is none. Line breaks are kept. */
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

/** Answers that were asked for together, under a title of their own where it is not empty. */
export function AnswerGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="answer-group">
      {title && <h3>{title}</h3>}
      <dl>{children}</dl>
    </div>
  );
}
