import { useState } from 'react';
import { sentCopy as words } from '../app/sent-copy.ts';
import { Icon } from './icon.tsx';
import { LaterIcon } from './later-icon.tsx';

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
        <dd>{number}</dd>
      </dl>
      <div className="reference-buttons">
        {'clipboard' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void copy()}>
            {copied ? <Icon name="check" /> : <LaterIcon name="copy" />}
            {words.copy} <span className="visually-hidden">{words.reference}</span>
          </button>
        )}
        {'share' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void share()}>
            <LaterIcon name="share" />
            {words.share} <span className="visually-hidden">{words.reference}</span>
          </button>
        )}
      </div>
      <p className="reference-copied" role="status">
        {copied && words.copied}
      </p>
    </div>
  );
}
