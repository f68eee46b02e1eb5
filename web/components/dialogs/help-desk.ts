/** How fields pass their help texts to the side panel or the sheet that shows them. */
import { createContext, useContext } from 'react';

/** The help text of one field. */
export interface Help {
  readonly label: string;
  readonly text: string;
  /** The help of the whole page, not of a field. */
  readonly isGeneral?: true;
}

export interface HelpDesk {
  /** Shows help in the side panel, for example of the field that is focused. */
  readonly offer: (help: Help) => void;
  /** Shows help in the side panel unless it shows some already. */
  readonly prepare: (help: Help) => void;
  /** Removes the help when its field leaves the page. */
  readonly withdraw: (label: string) => void;
  /** Shows help that was asked for: in the side panel, or in a sheet if no panel is visible. */
  readonly show: (help: Help) => void;
  /** Registers a side panel. Returns the function that removes it. */
  readonly attach: () => () => void;
}

const noDesk: HelpDesk = {
  offer: () => {},
  prepare: () => {},
  withdraw: () => {},
  show: () => {},
  attach: () => () => {},
};
export const DeskContext = createContext(noDesk);

/** The help of the focused field. */
export const OfferedContext = createContext<Help | null>(null);

export function useHelpDesk(): HelpDesk {
  return useContext(DeskContext);
}
