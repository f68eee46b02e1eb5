import type { ComponentType } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { ScreenKey } from '../../form/flow/flow.ts';
import { canVisit, firstOpenStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { stepAt, urlOf } from '../../form/flow/steps.ts';
import { editAt, isEditPath } from '../../form/review/review.ts';
import { AgreementScreen } from '../screens/agreement-screen.tsx';
import { AuthorizedUserListScreen } from '../screens/authorized-user-list-screen.tsx';
import { BusinessAdditionalProofScreen } from '../screens/business-additional-proof-screen.tsx';
import { EditScreen } from '../screens/edit-screen.tsx';
import { EntityRequiredScreen } from '../screens/entity-required-screen.tsx';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { FinishScreen } from '../screens/finish-screen.tsx';
import { FormScreen } from '../screens/form-screen.tsx';
import { IntroStep } from '../screens/intro-step.tsx';
import { OwnerListScreen } from '../screens/owner-list-screen.tsx';
import { ReviewIntroScreen } from '../screens/review-intro-screen.tsx';
import { ReviewScreen } from '../screens/review-screen.tsx';
import { SectionReviewScreen } from '../screens/section-review-screen.tsx';
import { ShareInformationScreen } from '../screens/share-information-screen.tsx';
import { StartScreen } from '../screens/start-screen.tsx';
import { useVisitableStep } from '../screens/use-visitable-step.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { isEntry } from './entry.ts';

/** Screens with a component of their own. Every other screen is drawn from its declaration. */
const ownScreens: { readonly [K in ScreenKey]?: ComponentType<{ readonly step: Step }> } = {
  start: IntroStep,
  'share-information': ShareInformationScreen,
  'section-review': SectionReviewScreen,
  'review-intro': ReviewIntroScreen,
  review: ReviewScreen,
  'agreement-esign': AgreementScreen,
  'agreement-terms': AgreementScreen,
  'agreement-guarantor': AgreementScreen,
  'agreement-controlling-party': AgreementScreen,
  'business-additional-proof': BusinessAdditionalProofScreen,
  'owner-list': OwnerListScreen,
  'authorized-user-list': AuthorizedUserListScreen,
  'entity-required': EntityRequiredScreen,
};

/**
 * The screen for the address. Without a session everything but start, finish and error redirects to /start; with one,
 * nobody can skip ahead of the first open step (spec section 2).
 */
export function Routes() {
  const [path] = useLocation();
  const search = useSearch();
  const { session, finished } = usePageState();
  const step = stepAt(path, search);
  if (path === '/error') return <ErrorScreen />;
  if (path === '/apply/finish' || path.startsWith('/apply/finish/')) return <FinishScreen />;
  if (isEntry(path)) return <StartScreen />;
  // Back must not lead into an application that has ended, nor away from the reference number.
  if (finished) return <Redirect to={`/apply/finish/${finished}`} replace />;
  if (step?.screen === 'start') return <IntroStep step={step} />;
  if (session && isEditPath(path)) return <EditStep path={path} search={search} />;
  if (!session || !step) return <Redirect to="/start" replace />;
  return <StepScreen step={step} />;
}

/** The change of one answer, if the review may be visited and the answer is asked; otherwise the review. */
function EditStep({ path, search }: { readonly path: string; readonly search: string }) {
  const store = usePageStore();
  const review: Step = { screen: 'review', part: 1 };
  const application = store.application();
  if (!canVisit(review, application)) return <Redirect to={urlOf(firstOpenStep(application))} replace />;
  const row = editAt(path, search, application);
  if (!row) return <Redirect to={urlOf(review)} replace />;
  return <EditScreen key={row.changeUrl} step={review} row={row} />;
}

/** The screen of a step, if it may be visited; otherwise the first open step. */
function StepScreen({ step }: { readonly step: Step }) {
  if (!useVisitableStep(step)) return null;
  const Screen = ownScreens[step.screen] ?? FormScreen;
  return <Screen step={step} />;
}
