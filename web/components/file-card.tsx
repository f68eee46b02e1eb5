import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { ActionName } from './buttons/action-name.tsx';
import { FileButton } from './buttons/file-button.tsx';
import { ExtraIcon } from './extra-icon.tsx';
import { Icon } from './icon.tsx';

/** One file of a list: picture, if there is one, name, size, and that it is there. */
export function FileCard({
  name,
  size,
  picture,
  accept,
  busy,
  onReplace,
  onRemove,
}: {
  readonly name: string;
  /** In words: "1.2 MB". */
  readonly size: string;
  /** URL of the picture. */
  readonly picture: string | undefined;
  /** Content types of a file that may replace it. */
  readonly accept: readonly string[];
  readonly busy: boolean;
  readonly onReplace: (file: File) => void;
  /** Opens a dialog first; see `ConfirmDialog`. */
  readonly onRemove: () => void;
}) {
  const { page: words } = useCopy();
  const named = <bdi translate="no">{name}</bdi>;
  return (
    <li className="file-card">
      <span className="file-picture">
        {picture ? <img src={picture} alt="" /> : <ExtraIcon name="file" />}
      </span>
      <div className="file-about">
        <p className="file-name" translate="no">
          {name}
        </p>
        <p className="file-size">{size}</p>
        <p className="file-added">
          <Icon name="check" />
          <span>{customScreensCopy.proof.added}</span>
        </p>
      </div>
      <div className="file-actions">
        <FileButton
          className="text-button"
          label={<ActionName action={words.replace} of={named} />}
          accept={accept}
          busy={busy}
          onChoose={onReplace}
        />
        <button
          type="button"
          className="text-button"
          aria-disabled={busy || undefined}
          onClick={(event) => {
            event.currentTarget.focus();
            if (!busy) onRemove();
          }}
        >
          <ActionName action={words.remove} of={named} />
        </button>
      </div>
    </li>
  );
}
