import type { Boot } from '../../api/boot.ts';
import { minutesInAll, readingMinutes } from '../../form/flow/estimated-minutes.ts';
import { serverTime } from '../api/server-time.ts';
import { Card } from '../components/card/card.tsx';
import { Cover } from '../components/card/cover.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { SwipeButton } from '../components/frame/swipe-button.tsx';
import { slowAfterMillis } from '../components/frame/swipeable.ts';
import { DocumentIcon, Icon } from '../components/icon.tsx';
import { useElapsed } from '../components/use-elapsed.ts';
import { introCopy as text } from '../copy/custom-screens-copy.ts';
import { useFirstCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { initialState } from '../state/page-state.ts';
import { persistsSession } from '../state/persistence.ts';

/** The first screen. It is also prerendered: until the page runs, `web/app/inline-script.ts` handles its buttons. */
export function IntroScreen({
  boot,
  onStart,
  starting = false,
  offline = false,
  offer,
  sharesDevice = false,
}: {
  readonly boot: Boot;
  readonly onStart?: () => void;
  readonly starting?: boolean;
  readonly offline?: boolean;
  readonly offer?: Elements;
  /** True if the start key is for a shared device, on which no draft can be resumed (D55). */
  readonly sharesDevice?: boolean;
}) {
  const first = useFirstCopy();
  const { program, proofRequired, sessionTimeoutMillis, resume } = boot;
  const isKept = resume.onDevice && !sharesDevice;
  const stay = persistsSession ? text.stayInTab : text.stay;
  const { application } = initialState(boot, serverTime.now());
  const isSlow = useElapsed(slowAfterMillis, starting);
  const waiting = starting && (isSlow ? first.slow : first.starting);
  const isOffline = starting && offline;
  return (
    <Cover card={<Card program={program} />} title={text.title(unbroken(program.name))}>
      <p className="intro-facts">
        <ExtraIcon name="clock" />
        <span>
          {text.minutes(minutesInAll(application), readingMinutes(Object.values(boot.agreementWords)))}
        </span>
      </p>
      <ul className="benefits">
        {program.benefits.map((benefit) => (
          <li key={benefit.title}>
            <DocumentIcon name={benefit.icon} />
            <p>
              <b>{`${benefit.title} `}</b>
              <span>{benefit.text}</span>
            </p>
          </li>
        ))}
      </ul>
      <form
        className="intro-start"
        data-swipe={first.swipe}
        data-starting={first.starting}
        data-slow={first.slow}
        data-offline={first.noConnection}
        onSubmit={(event) => {
          event.preventDefault();
          if (!starting) onStart?.();
        }}
      >
        <p role="status" className={isOffline ? undefined : 'visually-hidden'}>
          {isOffline ? first.noConnection : waiting}
        </p>
        {offer}
        <SwipeButton waiting={waiting} />
      </form>
      <details className="intro-need">
        <summary>
          <span>
            <b>{`${text.needTitle} `}</b>
            <span>{text.needHint}</span>
          </span>
          <Icon name="forward" />
        </summary>
        <ul>
          {text.need(proofRequired).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
      <div className="intro-safe">
        <DocumentIcon name="lock" />
        <div>
          <p>
            <b>{`${text.safeTitle} `}</b>
            <span>{text.safe}</span>
          </p>
          <p>
            <b>{`${text.awayTitle} `}</b>
            <span>{`${text.away(Math.round(sessionTimeoutMillis / 60_000))} `}</span>
            <span data-shared={isKept ? stay : undefined}>{isKept ? text.kept(resume.hours) : stay}</span>
          </p>
          {resume.byEmail && (
            <p>
              <b>{`${text.laterTitle} `}</b>
              <span>{text.mailed(resume.days)}</span>
            </p>
          )}
          {!persistsSession && <p>{text.leave}</p>}
        </div>
      </div>
      <section className="intro-law">
        <p>{text.credit(program.providerName)}</p>
        <h2>{text.lawTitle}</h2>
        <p>{text.law}</p>
        <p>{`${text.lawMeaning} ${text.lawHere}`}</p>
      </section>
    </Cover>
  );
}

/** Returns a name, with non-breaking spaces if it is short, so it stays on one line of the heading. */
function unbroken(name: string): string {
  return name.length > 12 ? name : name.replaceAll(' ', '\u00a0');
}
