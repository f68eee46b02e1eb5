/**
 * A script that runs in a copy of the repository with an additional screen, which only businesses with internet gambling see
 * (`tests/api/screen-for-some.thorough.test.ts`). Fills in an application with and without that screen, and prints the results as
 * JSON.
 */
import { pino } from 'pino';
import { firstOpenStep, stepsOf } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { readSubmission } from '../../server/applications/submission-record.ts';
import { readSettings } from '../../server/config/settings.ts';
import { startServer } from '../../server/start/start-server.ts';
import { apiClient } from './api-client.ts';
import { allConfirmed, businessAnswers, stateOf } from './application-states.ts';
import { change, prepare, submit } from './sample-application.ts';

const [dataDir = ''] = process.argv.slice(2);
const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir });
if (!settings.ok) throw new Error(settings.problems.join('\n'));
const server = await startServer(settings.settings, pino({ level: 'silent' }), {});

/** Submits an application. Returns the stored answer to the screen's question, and the answer's text in the review. */
async function submitted(client: ReturnType<typeof apiClient>, id: string) {
  const { status, body } = await submit(client, id);
  if (status !== 200) return { status, body };
  const { snapshot, evidence } = await readSubmission(server.services, id);
  const rows = evidence.answers.flatMap((card) => card.rows);
  return {
    status,
    kept: snapshot.applicationData['gamblingLicense'],
    reviewed: rows.find(({ label }) => label === 'Gambling license')?.text,
  };
}

async function application(internetGambling: boolean) {
  const client = apiClient(server.app);
  const { id } = await prepare(client, { applicationData: { internetGambling } });
  return { client, id };
}

const notAsked = await application(false);
const asked = await application(true);
const withoutAnswer = await submitted(asked.client, asked.id);
await change(asked.client, asked.id, { applicationData: { gamblingLicense: 'MN-4711' } });
const changed = await application(true);
await change(changed.client, changed.id, { applicationData: { gamblingLicense: 'MN-4711' } });
await change(changed.client, changed.id, { applicationData: { internetGambling: false } });

/**
 * For an application without an answer to the license screen's question, returns whether the application has this screen, and
 * whether this screen is the next one to complete.
 */
function stepsFor(internetGambling: boolean) {
  const whole = stateOf({ applicationData: { ...businessAnswers, guarantorId: null } });
  const { applicationData } = applyChange(whole, { applicationData: { internetGambling } });
  const state = stateOf({ applicationData, sections: allConfirmed, guarantorRequired: false });
  const url = '/apply/business/additional/license';
  return { shown: stepsOf(state).map(urlOf).includes(url), open: urlOf(firstOpenStep(state)) === url };
}

const outcome = {
  stepsFor: { asked: stepsFor(true), notAsked: stepsFor(false) },
  notAsked: await submitted(notAsked.client, notAsked.id),
  withoutAnswer,
  answered: await submitted(asked.client, asked.id),
  changed: await submitted(changed.client, changed.id),
};
await server.stop();
process.stdout.write(JSON.stringify(outcome));
