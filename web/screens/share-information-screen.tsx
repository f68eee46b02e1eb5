import { groupCopyAt } from '../../copy/screen-words.ts';
import { askedAt, groupAt, type Step, urlOf } from '../../form/flow/steps.ts';
import { saveOf } from '../../form/state/saves.ts';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { usePageStore, useSaving } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { useFields } from './use-fields.ts';
import { useGoNext } from './use-navigation.ts';

function fill(element: HTMLElement | null): void {
  const template = document.getElementById(element?.dataset['text'] ?? '') as HTMLTemplateElement | null;
  if (template) element?.replaceChildren(document.importNode(template.content, true));
}

/** Renders a text that the document contains as a template. */
function DocumentText({ of }: { readonly of: 'share-information' | 'affiliates' }) {
  return <div className="served-text" data-text={of} ref={fill} />;
}

/**
 * Shows the full text about who receives the answers and why, the consent to share them, and the optional choice about affiliates
 * (D31).
 */
export function ShareInformationScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageStore();
  const { save } = useSaving();
  const goNext = useGoNext(step);
  const url = urlOf(step);
  const group = groupAt(step);
  const fields = useFields(askedAt(step, application()), url, false);

  function next(): void {
    const values = fields.validValues();
    if (!values || !group) return;
    save(saveOf(group, values, application()), { url, typed: fields.typed() });
    goNext();
  }

  return (
    <ScreenForm title={groupCopyAt(copy, step)?.title} onNext={next}>
      <DocumentText of="share-information" />
      <FieldInputs inputs={fields.inputs.slice(0, 1)} />
      <DocumentText of="affiliates" />
      <FieldInputs inputs={fields.inputs.slice(1)} />
    </ScreenForm>
  );
}
