import { useRef } from 'react';
import type { Elements } from '../../jsx/types.ts';
import { ExtraIcon, type ExtraIconName } from '../extra-icon.tsx';

/** A button that opens the file picker. While it is busy, a press does nothing. */
export function FileButton({
  label,
  icon,
  accept,
  busy,
  describedBy,
  className = 'button button--secondary',
  onChoose,
}: {
  readonly label: Elements;
  /** The button's icon. A button with the icon `camera` opens a phone's camera instead of the file picker. */
  readonly icon?: ExtraIconName;
  readonly accept: readonly string[];
  readonly busy: boolean;
  readonly describedBy?: string;
  readonly className?: string;
  readonly onChoose: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        data-camera={icon === 'camera' ? '' : undefined}
        aria-disabled={busy || undefined}
        aria-describedby={describedBy}
        onClick={() => busy || input.current?.click()}
      >
        {icon && <ExtraIcon name={icon} />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join()}
        capture={icon === 'camera' ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Clear the input. Otherwise, the browser would fire no event when the person chooses the same file again.
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
