import { Redirect } from 'wouter';
import { canVisit, firstOpenStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { editAt } from '../../form/review/review.ts';
import { usePageStore } from '../state/use-page.ts';
import { EditScreen } from './edit-screen.tsx';

/** The change of one answer, if the review may be visited and the answer is asked; otherwise the review. */
export function EditStep({ path, search }: { readonly path: string; readonly search: string }) {
  const store = usePageStore();
  const review: Step = { screen: 'review', part: 1 };
  const application = store.application();
  if (!canVisit(review, application)) return <Redirect to={urlOf(firstOpenStep(application))} replace />;
  const row = editAt(path, search, application);
  if (!row) return <Redirect to={urlOf(review)} replace />;
  return <EditScreen key={row.changeUrl} step={review} row={row} />;
}
