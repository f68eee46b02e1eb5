import { useId } from 'react';
import { words } from '../words.ts';

/** How far an upload has come. Its start, its half and its end are spoken. */
export function UploadIndicator({
  fileName,
  percent,
}: {
  readonly fileName: string;
  /** From 0 to 100; undefined while it is not known. */
  readonly percent: number | undefined;
}) {
  const id = useId();
  const spoken =
    percent === 100
      ? words.uploadDone(fileName)
      : percent !== undefined && percent >= 50
        ? words.uploadHalf(fileName)
        : words.uploading(fileName);
  return (
    <div className="upload">
      <label htmlFor={id}>{words.uploading(fileName)}</label>
      <progress id={id} max={100} {...(percent !== undefined && { value: percent })} />
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </div>
  );
}
