import { useContext, useMemo, useState } from 'react';
import type { Boot } from '../../../api/boot.ts';
import { isWide } from '../../browser/wide.ts';
import { useCopy, useFirstCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { Button } from '../buttons/button.tsx';
import { Icon } from '../icon.tsx';
import { Spoken } from '../spoken.tsx';
import { Dialog } from './dialog.tsx';
import { DeskContext, type Help, type HelpDesk, OfferedContext, useHelpDesk } from './help-desk.ts';

/** Stores which help text is shown, and renders the sheet for it. Wraps the whole page. */
export function HelpProvider({
  below,
  children,
}: {
  /** Content below the help about the whole page, in the same sheet. `close` closes the sheet. */
  readonly below?: (close: () => void) => Elements;
  readonly children: Elements;
}) {
  const [offered, setOffered] = useState<Help | null>(null);
  const [sheet, setSheet] = useState<Help | null>(null);
  const [spoken, setSpoken] = useState('');
  const closeSheet = () => setSheet(null);
  const desk = useMemo<HelpDesk>(
    () => ({
      offer: (help) => {
        setOffered(help);
        setSpoken('');
      },
      suggest: (help) => setOffered((current) => current ?? help),
      withdraw: (label) => setOffered((current) => (current?.label === label ? null : current)),
      show: (help) => {
        if (help.isGeneral || !isWide() || !document.querySelector('.side-panel')) return setSheet(help);
        setOffered(help);
        setSpoken(help.text);
      },
    }),
    [],
  );
  return (
    <DeskContext value={desk}>
      <OfferedContext value={offered}>{children}</OfferedContext>
      <Spoken>{spoken}</Spoken>
      {sheet && (
        <HelpSheet {...sheet} onClose={closeSheet}>
          {sheet.isGeneral && below?.(closeSheet)}
        </HelpSheet>
      )}
    </DeskContext>
  );
}

/** Shows the help text of the pressed help button in a sheet over the page. */
export function HelpSheet({
  label,
  text,
  onClose,
  children,
}: Help & { readonly onClose: () => void; readonly children?: Elements }) {
  return (
    <Dialog variant="sheet" title={label} onClose={onClose}>
      <p>{text}</p>
      {children}
    </Dialog>
  );
}

/** The program's phone number and its hours, below the help about the whole page; nothing if the program has no number. */
export function HelpPhone({ phone }: Pick<Boot['program'], 'phone'>) {
  const first = useFirstCopy();
  return (
    phone && (
      <p className="help-phone">
        <span>{`${first.orCall} `}</span>
        <a href={`tel:${phone.dialled}`} translate="no">
          {phone.number}
        </a>
        <span>{` ${phone.hours}`}</span>
      </p>
    )
  );
}

/** The help button next to a label. Its accessible name includes that label. */
export function HelpButton(help: Help) {
  const { page: words } = useCopy();
  const desk = useHelpDesk();
  return (
    <Button className="help-button" aria-label={words.helpWith(help.label)} onPress={() => desk.show(help)}>
      <Icon name="help" />
    </Button>
  );
}

/**
 * Shows one help text in the side panel: for the field that had the focus last, or else for the first field. Ignores fields
 * without a help text. Renders nothing if no field has a help text.
 */
export function HelpPanel() {
  const { first } = useCopy();
  const help = useContext(OfferedContext);
  return (
    help && (
      <section className="help-panel" aria-label={first.help}>
        <h2>{help.isHeading ? first.help : help.label}</h2>
        <p>{help.text}</p>
      </section>
    )
  );
}
