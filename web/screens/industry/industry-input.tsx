import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { isWide } from '../../browser/wide.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useCopy } from '../../copy/use-copy.ts';
import { FieldFrame } from '../../inputs/field-frame.tsx';
import type { InputProps } from '../../jsx/input-props.ts';
import type { Elements } from '../../jsx/types.ts';
import { useLazyPart } from '../../lazy/lazy-part.ts';
import { Waiting } from '../../lazy/lazy-screen.tsx';
import { customScreens } from '../parts.ts';
import { industryList } from './industry-list.ts';

/** A row with the chosen industry. It opens the search: full screen on a small screen, below the row on a wide screen. */
export function IndustryInput(props: InputProps<'industry'>) {
  const { page: words } = useCopy();
  const { id, label, value, onChange } = props;
  const [open, setOpen] = useState<'dialog' | 'popover' | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  const industries = useLazyPart(industryList, open !== null || value !== '');
  // The list has its styles from this part, and waits for them if it can, so that its rows don't move under the finger.
  const styles = useLazyPart(customScreens, open !== null);
  const title = value && industries.value?.titleOf(value);

  const close = () => {
    setOpen(null);
    row.current?.focus();
  };
  const chooser =
    industries.value && (styles.value || styles.failed) ? (
      <industries.value.IndustryChooser
        id={`${id}-search`}
        chosen={value}
        onPick={(code) => {
          onChange(code);
          close();
        }}
        onDismiss={close}
      />
    ) : (
      <Waiting {...industries} />
    );

  return (
    // The hint says how to search, so it is not shown below a chosen industry.
    <FieldFrame {...props} hint={value ? undefined : props.hint}>
      {(control) => (
        <div className="industry">
          <button
            ref={row}
            type="button"
            id={id}
            className="summary-row"
            aria-haspopup="dialog"
            aria-expanded={open !== null}
            aria-labelledby={`${id}-label ${id}`}
            aria-describedby={control['aria-describedby']}
            data-wrong={control['aria-invalid'] ? '' : undefined}
            onClick={() => setOpen(isWide() ? 'popover' : 'dialog')}
          >
            {value && (
              <span className="summary-value">
                <span>{title}</span>
                <span className="chooser-code">{words.industryCode(value)}</span>
              </span>
            )}
            <span className="summary-action">
              <span>{value ? words.change : words.chooseIndustry}</span>
              <Icon name="forward" />
            </span>
          </button>
          {open === 'dialog' && (
            <Dialog variant="full" title={label} onClose={close}>
              {chooser}
            </Dialog>
          )}
          {open === 'popover' && (
            <Popover label={label} onLeave={() => setOpen(null)}>
              {chooser}
            </Popover>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** A popover below the row, with the industry search. The popover closes when the focus leaves it. */
function Popover({
  label,
  onLeave,
  children,
}: {
  readonly label: string;
  readonly onLeave: () => void;
  readonly children: Elements;
}) {
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    popover.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    popover.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
  };
  return (
    <div ref={popover} className="popover" role="dialog" aria-label={label} onBlur={leave}>
      {children}
    </div>
  );
}
