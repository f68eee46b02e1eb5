import { useEffect } from 'react';
import { takesCookies } from '../../browser/storage.ts';
import { ModalAlert } from '../../components/dialogs/modal-alert.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';

const words = resumeCopy.cookies;

/** Milliseconds between two checks of whether the browser accepts cookies. No event reports a change of this setting. */
const checkMillis = 1000;

/** Says how to allow cookies. Tries again once the browser reports that it accepts them. */
export function CookiesAlert({
  onRetry,
  onClose,
}: {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  const { hostname } = location;
  const { tryAgain } = useCopy().page;
  useEffect(() => {
    // Some browsers report that they accept cookies but block them. In such a browser, a further check is useless.
    if (takesCookies()) return;
    const timer = setInterval(() => takesCookies() && onRetry(), checkMillis);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <ModalAlert title={words.title} text={words.why(hostname)} onRetry={onRetry} onClose={onClose}>
      <ol className="cookies-steps">
        {words.how(hostname, tryAgain).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{words.iPhone}</p>
      <p>{words.others}</p>
    </ModalAlert>
  );
}
