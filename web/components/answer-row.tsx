import { useCopy } from '../copy/use-copy.ts';
import type { Content, Elements } from '../jsx/types.ts';
import { ActionName } from './buttons/action-name.tsx';
import { PageLink } from './page-link.tsx';

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
  readonly children?: Content;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  return (
    <div className="answer-row" id={id} tabIndex={-1}>
      <dt>{label}</dt>
      <dd>{children || <span className="answer-none">{copy.review.notProvided}</span>}</dd>
      {changeHref && (
        <dd className="answer-change">
          <PageLink className="text-button" href={changeHref}>
            <ActionName action={words.change} of={label} />
          </PageLink>
        </dd>
      )}
    </div>
  );
}

/** Answers that were asked for together, under a title of their own where it is not empty. */
export function AnswerGroup({ title, children }: { readonly title: string; readonly children: Elements }) {
  return (
    <div className="answer-group">
      {title && <h3>{title}</h3>}
      <dl>{children}</dl>
    </div>
  );
}
