import type { FormEvent } from 'react';
import { groupCopyAt } from '../../copy/screen-words.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { askedAt, groupAt, urlOf } from '../../form/flow/steps.ts';
import { saveOf } from '../../form/state/saves.ts';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ServedHtml } from '../components/served-html.tsx';
import { useBoot, usePageStore, useSaving } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { FieldInputs } from './field-inputs.tsx';
import { useFields } from './use-fields.ts';
import { useGo } from './use-navigation.ts';

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
  const { texts } = useBoot();

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
        <ServedHtml html={texts.shareInformation} />
        <FieldInputs inputs={fields.inputs.slice(0, 1)} />
        <ServedHtml html={texts.affiliates} />
        <FieldInputs inputs={fields.inputs.slice(1)} />
        <BottomBar />
      </form>
    </>
  );
}
