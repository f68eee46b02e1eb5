import { Link } from 'wouter';
import { useCopy } from '../use-copy.ts';

/** One person of a list. Without `changeHref` or `onRemove` the card has no such button. */
export function PersonCard({
  name,
  detail,
  changeHref,
  fieldError,
  onRemove,
}: {
  readonly name: string;
  /** One line, such as the share. */
  readonly detail?: string | undefined;
  readonly changeHref?: string | undefined;
  /** Why this person could not be removed. */
  readonly fieldError?: string | undefined;
  /** Opens a dialog first; see `ConfirmDialog`. */
  readonly onRemove?: (() => void) | undefined;
}) {
  const { page: words } = useCopy();
  return (
    <li className="person-card">
      <h2>{name}</h2>
      {detail && <p>{detail}</p>}
      {fieldError && (
        <p className="field-error">
          <span className="visually-hidden">{words.errorPrefix}</span>
          {fieldError}
        </p>
      )}
      {(changeHref || onRemove) && (
        <div className="person-actions">
          {changeHref && (
            <Link className="text-button" href={changeHref}>
              {words.change} <span className="visually-hidden">{name}</span>
            </Link>
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
              {words.remove} <span className="visually-hidden">{name}</span>
            </button>
          )}
        </div>
      )}
    </li>
  );
}
