import type { Boot } from '../../api/boot.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SwipeButton } from '../components/frame/swipe-button.tsx';
import { persistsSession } from '../state/persistence.ts';
import { useFirstCopy } from '../use-copy.ts';

/**
 * The first screen, the same prerendered and in the running page: it needs no session and no call. On the server
 * `onStart` is undefined; a press before the script runs submits the form, and `kept-press.ts` remembers it.
 */
export function IntroScreen({
  boot,
  onStart,
  failed = false,
}: {
  readonly boot: Boot;
  readonly onStart?: () => void;
  /** The rest of the page could not be loaded. */
  readonly failed?: boolean;
}) {
  const first = useFirstCopy();
  const text = first.intro;
  return (
    <main className="page-main intro">
      <PageHeading>{text.title}</PageHeading>
      <p className="intro-lead">{text.lead}</p>
      <section className="intro-need" aria-labelledby="need">
        <h2 id="need">{text.needTitle}</h2>
        <ul>
          {text.need.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <p>{text.idle(Math.round(boot.sessionTimeoutMillis / 60_000))}</p>
      <p>{persistsSession ? text.stayInTab : text.stay}</p>
      {!persistsSession && <p>{text.leave}</p>}
      <form className="intro-start">
        <p role="status">{failed && text.notLoaded}</p>
        <SwipeButton {...(onStart && { onFire: onStart })} />
      </form>
    </main>
  );
}
