import { Fragment } from 'react';
import { groupCopyAt } from '../../copy/screen-words.ts';
import { askedAt, groupAt, type Step, urlOf } from '../../form/flow/steps.ts';
import { saveOf } from '../../form/state/saves.ts';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { usePageStore } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { useFields } from './use-fields.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

/** Fills an element with the text of a disclosure. The text is in the template whose id is in `data-text`. */
function fill(element: HTMLElement | null): void {
  const template = document.getElementById(element?.dataset['text'] ?? '') as HTMLTemplateElement | null;
  if (template) element?.replaceChildren(document.importNode(template.content, true));
}

/** Shows who receives the answers and why, the consent to share them, and the choice about affiliates (D31). */
export function ShareInformationScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageStore();
  const { saveAndGo } = useSaveAndGo(step);
  const group = groupAt(step);
  const fields = useFields(askedAt(step, application()), urlOf(step), false);

  function next(): void {
    const values = fields.validValues();
    if (!values || !group) return;
    void saveAndGo(saveOf(group, values, application()), fields.typed());
  }

  return (
    <ScreenForm title={groupCopyAt(copy, step)?.title} onNext={next}>
      {fields.inputs.map((input) => (
        <Fragment key={input.key}>
          <div className="served-text" data-text={input.key} ref={fill} />
          <FieldInputs inputs={[input]} />
        </Fragment>
      ))}
    </ScreenForm>
  );
}
