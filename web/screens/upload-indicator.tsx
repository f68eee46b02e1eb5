import { useId } from 'react';
import { sizeText } from '../../form/limits/document-limits.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { UploadUnderWay } from '../state/page-state.ts';
import { waitingText } from './upload-words.ts';

/**
 * The progress of an upload. Screen readers hear of it from a status region elsewhere, which exists before the upload.
 */
export function UploadIndicator({ fileName, size, percent, waits }: UploadUnderWay) {
  const { page: words } = useCopy();
  const { preparing, sent } = customScreensCopy.proof;
  const id = useId();
  return (
    <div className="upload">
      <label htmlFor={id}>{customScreensCopy.uploading(fileName)}</label>
      <p className="upload-sent">
        {waits
          ? waitingText(words, waits.because)
          : size === undefined
            ? preparing
            : sent(percent, sizeText(size))}
      </p>
      <progress id={id} max={100} {...(size !== undefined && { value: percent })} />
    </div>
  );
}
