/** How fields pass their help texts to the side panel or the sheet that shows them. */
import { createContext, useContext } from 'react';

/** The help text of one field. */
export interface Help {
  readonly label: string;
  readonly text: string;
  /** Set for the help of the whole page. */
  readonly isGeneral?: true;
}

const noDesk = {
  /** Shows help in the side panel, such as that of the focused field. */
  offer: (_help: Help) => {},
  /** Shows help in the side panel unless the panel shows help already. */
  prepare: (_help: Help) => {},
  /** Removes the help when its field leaves the page. */
  withdraw: (_label: string) => {},
  /** Shows the help whose button was pressed: in the side panel, or in a sheet if no panel is visible. */
  show: (_help: Help) => {},
};

export type HelpDesk = typeof noDesk;

export const DeskContext = createContext(noDesk);

/** The help that the side panel shows. */
export const OfferedContext = createContext<Help | null>(null);

export function useHelpDesk(): HelpDesk {
  return useContext(DeskContext);
}
