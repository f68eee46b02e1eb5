import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { isWide } from './wide.ts';

/** Help with one field. */
export interface Help {
  readonly label: string;
  readonly text: string;
}

interface HelpDesk {
  /** Puts help into the side panel, as when its field takes the focus. */
  readonly offer: (help: Help) => void;
  /** Takes help away again when its field leaves the page. */
  readonly withdraw: (label: string) => void;
  /** Shows help because someone asked: in the side panel, or where none is to be seen in a sheet. */
  readonly show: (help: Help) => void;
  /** Says that a side panel is there, until the function it answers is called. */
  readonly attach: () => () => void;
}

const noDesk: HelpDesk = { offer: () => {}, withdraw: () => {}, show: () => {}, attach: () => () => {} };
const DeskContext = createContext(noDesk);
const OfferedContext = createContext<Help | null>(null);

export function useHelpDesk(): HelpDesk {
  return useContext(DeskContext);
}

/** Keeps what help is shown. Stands once around the page. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const [offered, setOffered] = useState<Help | null>(null);
  const [sheet, setSheet] = useState<Help | null>(null);
  const [spoken, setSpoken] = useState('');
  const panels = useRef(0);
  const desk = useMemo<HelpDesk>(
    () => ({
      offer: (help) => {
        setOffered(help);
        setSpoken('');
      },
      withdraw: (label) => setOffered((current) => (current?.label === label ? null : current)),
      show: (help) => {
        setOffered(help);
        if (isWide() && panels.current > 0) setSpoken(help.text);
        else setSheet(help);
      },
      attach: () => {
        panels.current += 1;
        return () => {
          panels.current -= 1;
        };
      },
    }),
    [],
  );
  return (
    <DeskContext value={desk}>
      <OfferedContext value={offered}>{children}</OfferedContext>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      {sheet && (
        <Dialog variant="sheet" title={sheet.label} onClose={() => setSheet(null)}>
          <p>{sheet.text}</p>
        </Dialog>
      )}
    </DeskContext>
  );
}

/** The button beside a label. Its name says what it helps with. */
export function HelpButton({ label, text }: Help) {
  const desk = useHelpDesk();
  return (
    <button
      type="button"
      className="help-button"
      aria-label={words.helpWith(label)}
      onClick={(event) => {
        // Safari does not focus a pressed button, and the sheet gives the focus back to where it was.
        event.currentTarget.focus();
        desk.show({ label, text });
      }}
    >
      <Icon name="help" />
      {words.help}
    </button>
  );
}

/** The help of the focused field, in the side panel. */
export function HelpPanel() {
  const { attach } = useHelpDesk();
  const help = useContext(OfferedContext);
  useEffect(attach, [attach]);
  return (
    <section className="help-panel" data-idle={help ? undefined : ''} aria-label={words.help}>
      {help ? (
        <>
          <h2>{help.label}</h2>
          <p>{help.text}</p>
        </>
      ) : (
        <p>{words.helpIdle}</p>
      )}
    </section>
  );
}
