import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';
import { isWide } from './frame/wide.ts';

/**
 * Takes a file that is dropped on it, on screens that are wide enough to drag one there from beside the page. It holds
 * the buttons that do the same without a mouse, and needs no name of its own.
 */
export function DropZone({
  text,
  busy,
  onDrop,
  children,
}: {
  /** Says that a file may be dropped here. */
  readonly text: string;
  /** While a file is on its way no other one is taken. */
  readonly busy: boolean;
  readonly onDrop: (file: File) => void;
  readonly children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) => !busy && isWide() && dataTransfer.types.includes('Files');

  function hover(event: DragEvent): void {
    if (!takes(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  }

  function drop(event: DragEvent): void {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!takes(event) || !file) return;
    event.preventDefault();
    onDrop(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a place to drop on; its buttons are the controls.
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
