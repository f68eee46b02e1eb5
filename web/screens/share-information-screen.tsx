import type { FormEvent } from 'react';
import { groupCopyAt } from '../../copy/screen-words.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { askedAt, groupAt, urlOf } from '../../form/flow/steps.ts';
import { saveOf } from '../../form/state/saves.ts';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { usePageStore, useSaving } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { useFields } from './use-fields.ts';
import { useGo } from './use-navigation.ts';

function fill(element: HTMLElement | null): void {
  const template = document.getElementById(element?.dataset['text'] ?? '') as HTMLTemplateElement | null;
  if (template) element?.replaceChildren(document.importNode(template.content, true));
}

/** A text that came as a template of the document: it is elements already. */
function DocumentText({ of }: { readonly of: 'share-information' | 'affiliates' }) {
  return <div className="served-text" data-text={of} ref={fill} />;
}

/** Who gets the answers and why, in full, with the consent to it, and the optional choice about affiliates (D31). */
export function ShareInformationScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageStore();
  const { save } = useSaving();
  const go = useGo();
  const url = urlOf(step);
  const group = groupAt(step);
  const { title } = groupCopyAt(copy, step) ?? {};
  const fields = useFields(askedAt(step, application()), url, false);

  function next(event: FormEvent): void {
    event.preventDefault();
    const values = fields.validValues();
    if (!values || !group) return;
    save(saveOf(group, values, application()), { url, typed: fields.typed() });
    go(nextStep(step, application()));
  }

  return (
    <>
      <PageHeading>{title}</PageHeading>
      <form noValidate onSubmit={next}>
        <DocumentText of="share-information" />
        <FieldInputs inputs={fields.inputs.slice(0, 1)} />
        <DocumentText of="affiliates" />
        <FieldInputs inputs={fields.inputs.slice(1)} />
        <BottomBar />
      </form>
    </>
  );
}
