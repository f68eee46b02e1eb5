import { useId } from 'react';
import { useCopy } from '../use-copy.ts';

/**
 * The progress of an upload. Screen readers hear of it from a status region elsewhere, which exists before the upload.
 */
export function UploadIndicator({
  fileName,
  percent,
}: {
  readonly fileName: string;
  /** From 0 to 100; undefined if not known. */
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
