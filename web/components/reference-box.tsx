import { useState } from 'react';
import { sentCopy as words } from '../copy/custom-screens-copy.ts';
import { ActionName } from './buttons/action-name.tsx';
import { ExtraIcon } from './extra-icon.tsx';
import { Icon } from './icon.tsx';

/** The reference number, with Copy and Share where the browser has them. */
export function ReferenceBox({ number, shared }: { readonly number: string; readonly shared: string }) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
      setCopied(true);
    } catch {
      // The browser asked, and the person said no; the number can be selected.
    }
  }

  // Closing the browser's sheet rejects too, and needs no answer.
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
