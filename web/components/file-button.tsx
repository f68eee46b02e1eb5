import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

/** A button that lets a file be chosen, which is handed over at once. */
export function FileButton({
  label,
  icon,
  accept,
  camera,
  busy,
  describedBy,
  className = 'button button--secondary',
  onChoose,
}: {
  readonly label: ReactNode;
  readonly icon?: IconName;
  /** Content types that may be chosen. */
  readonly accept: readonly string[];
  /** Opens the camera of a phone instead of its files. */
  readonly camera?: boolean;
  /** While a file is on its way a press does nothing. */
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
        data-camera={camera ? '' : undefined}
        aria-disabled={busy || undefined}
        aria-describedby={describedBy}
        onClick={() => busy || input.current?.click()}
      >
        {icon && <Icon name={icon} />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join()}
        capture={camera ? 'environment' : undefined}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Emptied, so that choosing the same file again is a choice too.
          event.currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
