import { useState } from 'react';
import { sentCopy as words } from '../copy/custom-screens-copy.ts';
import { ActionName } from './buttons/action-name.tsx';
import { ExtraIcon } from './extra-icon.tsx';
import { Icon } from './icon.tsx';

/** The reference number, with Copy and Share if the browser supports them. */
export function ReferenceBox({ number, shared }: { readonly number: string; readonly shared: string }) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
      setCopied(true);
    } catch {
      // The person refused the browser's permission. The number can still be selected.
    }
  }

  // The promise also rejects when the person closes the browser's sheet, which needs no message.
  const share = () => navigator.share({ text: shared }).catch(() => undefined);

  return (
    <div className="reference">
      <dl>
        <dt>{words.reference}</dt>
        <dd translate="no">{number}</dd>
      </dl>
      <div className="reference-buttons">
        {'clipboard' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void copy()}>
            {copied ? <Icon name="check" /> : <ExtraIcon name="copy" />}
            <ActionName action={words.copy} of={words.reference} />
          </button>
        )}
        {'share' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void share()}>
            <ExtraIcon name="share" />
            <ActionName action={words.share} of={words.reference} />
          </button>
        )}
      </div>
      <p className="reference-copied" role="status">
        {copied && words.copied}
      </p>
    </div>
  );
}
