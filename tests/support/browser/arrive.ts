/**
 * Opens any screen with all earlier questions answered. Sends the answers to the server with HTTP calls, then opens a page that
 * continues its session after a reload (D18). The order of the form decides which questions are earlier.
 */

import type { AgreementKey, ApplicationState } from '../../../form/fields/application-state.ts';
import { agreementKeys, sectionKeys } from '../../../form/fields/application-state.ts';
import { formWith } from '../../../form/fields/form.ts';
import { sectionOf } from '../../../form/flow/flow.ts';
import { answeringSteps } from '../../../form/flow/navigation.ts';
import type { Step } from '../../../form/flow/steps.ts';
import { groupAt, personAt, recordAt, sameStep, stepAt, urlOf } from '../../../form/flow/steps.ts';
import { noOtherOwnersIsDue } from '../../../form/people/ownership.ts';
import type { Person } from '../../../form/people/people.ts';
import { apiClient } from '../api-client.ts';
import { allConfirmed, personOf, stateOf } from '../application-states.ts';
import { addDocument, addPerson, agree, change, create } from '../sample-application.ts';
import type { Applicant, TestServer } from './applicant.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Differences from the default application. By default, the business is an LLC of which the applicant owns 60% and Sam Lee owns
 * 40%, and Kim Park gets a card.
 */
export interface Given {
  readonly domainKey?: string;
  readonly applicationData?: Answers;
  readonly applicant?: Answers;
  readonly owners?: readonly Answers[];
  readonly users?: readonly Answers[];
  /** Number of documents that the applicant adds as proof of the business. By default there are none. */
  readonly documents?: number;
  /** Whether the applicant guarantees the account. True by default. */
  readonly guarantor?: boolean;
}

/** The ids of the application and the session on the server. There is no application yet if the screen precedes its creation. */
export interface Arrived {
  readonly applicationId: string | null;
  readonly webSessionId: string;
}

/** Returns the application with every question answered. */
function answered(server: TestServer, given: Given): ApplicationState {
  const { owners = [{}], users = [{}], guarantor = true, documents = 0 } = given;
  const program = server.services.programs.all.find(
    ({ domainKey }) => domainKey === (given.domainKey ?? 'demo'),
  );
  const applicant = personOf('applicant', 1, {
    fullName: 'Dana Okafor',
    percentageOwned: 60,
    ...given.applicant,
  });
  const personnel: Person[] = [
    applicant,
    ...owners.map((answers, index) =>
      personOf('owner', index + 1, { fullName: 'Sam Lee', percentageOwned: 40, ...answers }),
    ),
    ...users.map((answers, index) =>
      personOf('authorized_user', index + 1, { fullName: 'Kim Park', ...answers }),
    ),
  ];
  const whole = stateOf({ personnel, documentCount: documents, sections: allConfirmed });
  return {
    ...whole,
    form: formWith((program?.fields ?? {}) as Parameters<typeof formWith>[0]),
    applicationData: {
      ...whole.applicationData,
      guarantorId: guarantor ? applicant.id : null,
      ...given.applicationData,
    },
    questions: {
      billingSame: given.applicationData?.['billingAddressLine'] === undefined,
      guarantor,
      otherOwner: owners.length > 0,
      authorizedUser: users.length > 0,
    },
  };
}

/** Returns the answers to the questions of those steps for which `of` returns true. */
function answersAt(
  steps: readonly Step[],
  application: ApplicationState,
  of: (step: Step) => boolean,
): Answers {
  return Object.fromEntries(
    steps.filter(of).flatMap((step) => {
      const record = recordAt(step, application);
      return (groupAt(step)?.fields ?? []).flatMap((key) => (key in record ? [[key, record[key]]] : []));
    }),
  );
}

/**
 * Opens a path of the page (`/apply/owner/info?owner=1`) with all earlier questions answered. The questions of the screen itself
 * are unanswered, except for the name of its owner or card user. Throws if the application has no such step, or if the page
 * redirects to another one.
 */
export async function arriveAt(
  server: TestServer,
  { page, context }: Applicant,
  address: string,
  given: Given = {},
): Promise<Arrived> {
  const application = answered(server, given);
  const [path = '', search = ''] = address.split('?');
  const target = stepAt(path, search);
  const steps = answeringSteps(application);
  const index = steps.findIndex((step) => target && sameStep(step, target));
  if (!target || index < 0) throw new Error(`${address} is not a step of this application`);
  const before = steps.slice(0, index);
  const origin = server.at(given.domainKey ?? 'demo');
  // Leaves the previous page first. That page may be starting a session whose cookies would overwrite the ones added below.
  await page.goto('about:blank');
  const { host, hostname } = new URL(origin);
  const client = apiClient(server.app, { host });
  const session = await client.start();

  const business = answersAt(before, application, (step) => groupAt(step)?.record === 'application');
  const disclosures = answersAt(before, application, (step) => groupAt(step)?.record === 'disclosures');
  const isBegun = before.some(({ screen }) => screen === 'share-information');
  const id = isBegun ? (await create(client, business, disclosures)).id : null;
  if (id !== null) {
    for (const person of application.personnel) {
      const answers = answersAt(before, application, (step) => personAt(step, application) === person);
      const isTarget = personAt(target, application) === person && person.personnelType !== 'applicant';
      if (Object.keys(answers).length === 0 && !isTarget) continue;
      const { fullName } = person.answers;
      const added = await addPerson(client, id, person.personnelType, {
        ...(isTarget && { fullName }),
        ...answers,
      });
      const guarantees = before.some(({ screen }) => screen === 'applicant-guarantor-question');
      if (guarantees && person.personnelType === 'applicant' && given.guarantor !== false)
        await change(client, id, { applicationData: { guarantorId: added.id } });
    }
    if (before.some(({ screen }) => screen === 'business-additional-proof'))
      for (let count = 0; count < application.documentCount; count += 1) await addDocument(client, id);
    const confirmed = sectionKeys.filter(
      (section) => steps.findLastIndex(({ screen }) => sectionOf(screen) === section) < index,
    );
    const noOtherOwners = confirmed.includes('owner') && noOtherOwnersIsDue(application);
    if (confirmed.length > 0)
      await change(client, id, {
        ...(noOtherOwners && { disclosures: { noOtherOwners } }),
        sections: Object.fromEntries(confirmed.map((section) => [section, true])),
      });
    for (const agreement of agreementKeys)
      if (before.some(({ screen }) => screen === agreementScreen(agreement)))
        await agree(client, id, agreement);
  }

  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({
      name,
      value,
      domain: hostname,
      path: '/',
      httpOnly: true,
    })),
  );
  const keep = await page.addInitScript(
    (kept) => sessionStorage.setItem('card-application', kept),
    JSON.stringify({
      session: {
        webSessionId: session.webSessionId,
        timeoutAfterMillis: session.sessionTimeoutMillis,
        warnCountdownMillis: session.sessionWarnCountdownMillis,
        resume: session.resume,
      },
      applicationId: id,
      reviewed: before.some(({ screen }) => screen === 'review'),
    }),
  );
  await page.goto(origin + urlOf(target));
  // Removes the script that sets the session's id, because from now on the page itself continues the session.
  await keep.dispose();
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (page.url() !== origin + urlOf(target))
    throw new Error(`${address} redirected to ${page.url()}: ${target.screen} may not be visited yet`);
  return { applicationId: id, webSessionId: session.webSessionId };
}

const agreementScreen = (agreement: AgreementKey) => `agreement-${agreement}`;
