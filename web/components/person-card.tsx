import { useCopy } from '../copy/use-copy.ts';
import { ActionName } from './buttons/action-name.tsx';
import { FieldError } from './field-error.tsx';
import { PageLink } from './page-link.tsx';

/** One person of a list. Without `changeHref` or `onRemove` the card has no such button. */
export function PersonCard({
  name,
  detail,
  share,
  changeHref,
  fieldError,
  onRemove,
}: {
  readonly name: string;
  /** One line, such as the person's work. */
  readonly detail?: string | undefined;
  /** What the person owns; `before` is said and not shown. */
  readonly share?: { readonly before: string; readonly text: string } | undefined;
  readonly changeHref?: string | undefined;
  /** Why this person could not be removed. */
  readonly fieldError?: string | undefined;
  /** Opens a dialog first; see `ConfirmDialog`. */
  readonly onRemove?: (() => void) | undefined;
}) {
  const { page: words } = useCopy();
  const named = <bdi translate="no">{name}</bdi>;
  return (
    <li className="person-card">
      <div className="person-about">
        <div>
          <h2>{named}</h2>
          {detail && <p translate="no">{detail}</p>}
        </div>
        {share && (
          <p className="person-share">
            <span className="visually-hidden">{`${share.before} `}</span>
            <span>{share.text}</span>
          </p>
        )}
      </div>
      {fieldError && <FieldError fix={fieldError} />}
      {(changeHref || onRemove) && (
        <div className="person-actions">
          {changeHref && (
            <PageLink className="text-button" href={changeHref}>
              <ActionName action={words.change} of={named} />
            </PageLink>
          )}
          {onRemove && (
            <button
              type="button"
              className="text-button"
              onClick={(event) => {
                event.currentTarget.focus();
                onRemove();
              }}
            >
              <ActionName action={words.remove} of={named} />
            </button>
          )}
        </div>
      )}
    </li>
  );
}
