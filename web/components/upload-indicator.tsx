import { useId } from 'react';
import { useCopy } from '../use-copy.ts';

/** How far an upload has come. What is to be spoken of it stands in a region that was there before it. */
export function UploadIndicator({
  fileName,
  percent,
}: {
  readonly fileName: string;
  /** From 0 to 100; undefined while it is not known. */
  readonly percent: number | undefined;
}) {
  const { page: words } = useCopy();
  const id = useId();
  return (
    <div className="upload">
      <label htmlFor={id}>{words.uploading(fileName)}</label>
      <progress id={id} max={100} {...(percent !== undefined && { value: percent })} />
    </div>
  );
}
