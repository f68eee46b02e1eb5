import type { Boot } from '../../api/boot.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SwipeButton } from '../components/frame/swipe-button.tsx';
import { persistsSession } from '../state/persistence.ts';
import { useFirstCopy } from '../use-copy.ts';

/**
 * The first screen, the same prerendered and in the running page: it needs no session and no call. Before the page runs,
 * `web/app/before-page.ts` responds to the press, with the words that the form carries for it.
 */
export function IntroScreen({
  boot,
  onStart,
  starting = false,
}: {
  readonly boot: Boot;
  readonly onStart?: () => void;
  /** It was pressed, and there is no session yet. */
  readonly starting?: boolean;
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
      <form
        className="intro-start"
        data-starting={first.starting}
        data-slow={first.slow}
        data-not-loaded={text.notLoaded}
        onSubmit={(event) => {
          event.preventDefault();
          if (!starting) onStart?.();
        }}
      >
        <p role="status" className={starting ? 'visually-hidden' : undefined}>
          {starting && first.starting}
        </p>
        <SwipeButton starting={starting} />
      </form>
    </main>
  );
}
