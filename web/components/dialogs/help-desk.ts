/** Passes the help texts of fields to the side panel or sheet that shows them. */
import { createContext, useContext } from 'react';

export interface Help {
  readonly label: string;
  readonly text: string;
  /** True if the label is the heading of the screen. The side panel doesn't repeat such a label. */
  readonly isHeading?: boolean | undefined;
  /** True for the help about the whole page. */
  readonly isGeneral?: true;
}

const noDesk = {
  offer: (_help: Help) => {},
  /** Shows a help text in the side panel when its field appears, unless the panel already shows a help text. */
  suggest: (_help: Help) => {},
  /** Removes the help text of a field when the field leaves the page. */
  withdraw: (_label: string) => {},
  /**
   * Shows a help text after a press on its button: in the side panel, or in a sheet if no panel is visible. The help about the
   * whole page is always in a sheet.
   */
  show: (_help: Help) => {},
};

export type HelpDesk = typeof noDesk;

export const DeskContext = createContext(noDesk);

/** The help text that the side panel shows. */
export const OfferedContext = createContext<Help | null>(null);

export const useHelpDesk = () => useContext(DeskContext);
