import type { ComponentType } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { ScreenKey } from '../form/flow.ts';
import type { Place } from '../form/places.ts';
import { placeAt, samePlace, urlOf } from '../form/places.ts';
import { editAt, isEditPath } from '../form/review.ts';
import { admit } from '../form/walk.ts';
import { isEntry } from './entry.ts';
import { AgreementScreen } from './screens/agreement-screen.tsx';
import { AuthorizedUserListScreen } from './screens/authorized-user-list-screen.tsx';
import { BusinessAdditionalProofScreen } from './screens/business-additional-proof-screen.tsx';
import { EditScreen } from './screens/edit-screen.tsx';
import { EntityRequiredScreen } from './screens/entity-required-screen.tsx';
import { ErrorScreen } from './screens/error-screen.tsx';
import { FinishScreen } from './screens/finish-screen.tsx';
import { FormScreen } from './screens/form-screen.tsx';
import { IntroPlace } from './screens/intro-place.tsx';
import { OwnerListScreen } from './screens/owner-list-screen.tsx';
import { ReviewIntroScreen } from './screens/review-intro-screen.tsx';
import { ReviewScreen } from './screens/review-screen.tsx';
import { SectionReviewScreen } from './screens/section-review-screen.tsx';
import { ShareInformationScreen } from './screens/share-information-screen.tsx';
import { StartScreen } from './screens/start-screen.tsx';
import { useAdmission } from './screens/use-admission.ts';
import { usePageState, useSession } from './session/use-session.ts';

/** The screens that a form cannot express. Every other one is drawn from its declaration. */
const ownScreens: { readonly [K in ScreenKey]?: ComponentType<{ readonly place: Place }> } = {
  start: IntroPlace,
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
 * The screen of the address. Without a session everything but start, finish and error leads to /start; with one,
 * nobody gets further than the answers go (spec section 2).
 */
export function Routes() {
  const [path] = useLocation();
  const search = useSearch();
  const { session, finished } = usePageState();
  const place = placeAt(path, search);
  if (path === '/error') return <ErrorScreen />;
  if (path === '/apply/finish' || path.startsWith('/apply/finish/')) return <FinishScreen />;
  if (isEntry(path)) return <StartScreen />;
  // Back must not lead into what is over, nor take the reference number away.
  if (finished) return <Redirect to={`/apply/finish/${finished}`} replace />;
  if (place?.screen === 'start') return <IntroPlace place={place} />;
  if (session && isEditPath(path)) return <EditPlace path={path} search={search} />;
  if (!session || !place) return <Redirect to="/start" replace />;
  return <PlaceScreen place={place} />;
}

/** The change of an answer below the review, where that may be visited and the answer is asked; else the review. */
function EditPlace({ path, search }: { readonly path: string; readonly search: string }) {
  const session = useSession();
  const review: Place = { screen: 'review', part: 1 };
  const situation = session.situation();
  const admitted = admit(review, situation);
  const row = editAt(path, search, situation);
  if (!row || !samePlace(admitted, review)) return <Redirect to={urlOf(admitted)} replace />;
  return <EditScreen key={row.changeUrl} place={review} row={row} />;
}

/** A place, where it may be visited; else as far as the person has come. */
function PlaceScreen({ place }: { readonly place: Place }) {
  if (!useAdmission(place)) return null;
  const Screen = ownScreens[place.screen] ?? FormScreen;
  return <Screen place={place} />;
}
