import { type DragEvent, useState } from 'react';
import { isWide } from '../browser/wide.ts';
import type { Elements } from '../jsx/types.ts';

/** Accepts a dropped file on wide screens. People who don't use a mouse add a file with the buttons inside. */
export function DropZone({
  text,
  busy,
  onDrop,
  children,
}: {
  readonly text: string;
  readonly busy: boolean;
  readonly onDrop: (file: File) => void;
  readonly children: Elements;
}) {
  const [over, setOver] = useState(false);
  const accepts = ({ dataTransfer }: DragEvent) => !busy && isWide() && dataTransfer.types.includes('Files');

  function hover(event: DragEvent): void {
    if (!accepts(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  }

  function drop(event: DragEvent): void {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!accepts(event) || !file) return;
    event.preventDefault();
    onDrop(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can only be dropped here; the controls are the buttons inside.
    <div
      className="drop-zone"
      data-over={over ? '' : undefined}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <p className="drop-zone-text">{text}</p>
    </div>
  );
}

/** Refuses files dropped outside a drop zone. The browser would open such a file in place of the form, and lose the answers. */
export function refuseFilesDroppedElsewhere(): void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
