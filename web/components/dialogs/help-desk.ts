/** How fields hand their help to the side panel or the sheet that shows it. */
import { createContext, useContext } from 'react';

/** Help with one field. */
export interface Help {
  readonly label: string;
  readonly text: string;
}

export interface HelpDesk {
  /** Puts help into the side panel, as when its field takes the focus. */
  readonly offer: (help: Help) => void;
  /** Takes help away again when its field leaves the page. */
  readonly withdraw: (label: string) => void;
  /** Shows help because someone asked: in the side panel, or where none is to be seen in a sheet. */
  readonly show: (help: Help) => void;
  /** Says that a side panel is there, until the function that it returns is called. */
  readonly attach: () => () => void;
}

const noDesk: HelpDesk = { offer: () => {}, withdraw: () => {}, show: () => {}, attach: () => () => {} };
export const DeskContext = createContext(noDesk);

/** The help of the field that has the focus. */
export const OfferedContext = createContext<Help | null>(null);

export function useHelpDesk(): HelpDesk {
  return useContext(DeskContext);
}
