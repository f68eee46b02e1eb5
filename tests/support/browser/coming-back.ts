/** Performs the actions of a person who was interrupted and resumes the draft on the same device (D55). */
import { apiClient } from '../api-client.ts';
import {
  addDocument,
  addPerson,
  applicant as applicantAnswers,
  business,
  create,
} from '../sample-application.ts';
import type { Applicant, TestServer } from './applicant.ts';
import { handsOn } from './hands.ts';
import { watchCalls } from './saved-calls.ts';

const offerName = 'Pick up where you left off';

type BirthDate = readonly [month: string, day: string, year: string];

/** The answers that a person must repeat to resume the draft that `leaveDraft` creates. */
export const facts = { taxIdLast4: '5926', born: ['3', '19', '1971'] } as const;

/** Returns the link that offers to resume a draft. Any screen may show it. */
export const offerOf = ({ page }: Pick<Applicant, 'page'>) => page.getByRole('link', { name: offerName });

/**
 * Creates a resumable draft in the person's browser with HTTP calls, and ends the session. The draft contains all answers about
 * the business and, if `applicant` is set, an applicant and a document. Returns the ids of the draft and of the session.
 */
export async function leaveDraft(
  server: TestServer,
  { context }: Pick<Applicant, 'context'>,
  domainKey: string,
  given: { readonly business?: object; readonly applicant?: boolean } = {},
): Promise<{ readonly id: string; readonly webSessionId: string }> {
  const { host, hostname } = new URL(server.at(domainKey));
  const client = apiClient(server.app, { host });
  await client.start();
  const { id } = await create(client, { ...business, ...given.business });
  if (given.applicant) {
    await addPerson(client, id, 'applicant', applicantAnswers);
    await addDocument(client, id);
  }
  const { webSessionId } = client;
  await client.send('POST', '/apply/finish/timeout');
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({
      name,
      value,
      domain: hostname,
      path: '/',
      httpOnly: true,
    })),
  );
  return { id, webSessionId };
}

/**
 * Opens a URL of the first screen, and waits for the response to the call that starts the session. This response says whether the
 * person can resume a draft.
 */
export async function openIntro({ page }: Pick<Applicant, 'page'>, address: string): Promise<void> {
  const started = page.waitForResponse((response) => response.url().includes('/api/v1/apply/start'));
  await page.goto(address);
  await (await started).finished();
}

/** Opens a URL in a new tab of the person's browser, and returns the person with that tab. */
export async function inNewTab(applicant: Applicant, address: string): Promise<Applicant> {
  const page = await applicant.context.newPage();
  page.setDefaultTimeout(15_000);
  const allSaved = watchCalls(page);
  await page.goto(address);
  return { ...applicant, page, ...handsOn(page), allSaved };
}

/** Types the last four digits of the tax ID, types the date of birth if it is passed, and presses Continue. */
export async function tellFacts(
  { press, fill, fillDate }: Applicant,
  taxIdLast4: string,
  born?: BirthDate,
): Promise<void> {
  await fill('Last 4 digits of your tax ID', taxIdLast4);
  if (born) await fillDate(...born);
  await press('Continue');
}

/** Follows the link that offers to resume a draft, and repeats the answers that prove that the draft belongs to the person. */
export async function unlock(applicant: Applicant, taxIdLast4: string, born?: BirthDate): Promise<void> {
  await offerOf(applicant).click();
  await applicant.sees(offerName);
  await tellFacts(applicant, taxIdLast4, born);
  await applicant.page.getByText('Welcome back.').first().waitFor();
}
