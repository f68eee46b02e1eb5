/** Sends the model's commands to a server, as the tabs of one browser and as an operator. */
import { expect } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { ProblemDetails } from '../../../api/error.ts';
import type { StartResponse } from '../../../api/start.ts';
import { uuidv7 } from '../../../server/db/uuid.ts';
import type { ApiClient, Call, Reply } from '../api-client.ts';
import { operatorOf } from '../operator-call.ts';
import { applicant, authorizedUser, business, owner, samplePdf, upload } from '../sample-application.ts';
import { shippedVersion } from '../shipped-version.ts';
import type { TestServer } from '../test-server.ts';
import type { Answer, ApplicationPart, Kind, Model, Order, Person, PersonPart } from './state.ts';
import { applicantOf, namedDocument, namedPerson, namedSession, nameOf, sessionAt } from './state.ts';

/** Sends commands to a server. The model identifies items by indexes and keys, and the caller maps these to the server's ids. */
export interface Caller {
  readonly applicationIds: readonly (string | undefined)[];
  readonly personIds: ReadonlyMap<number, string>;
  /** Sends a command to the server, and returns the response. `model` is the state before the command. */
  perform(model: Model, order: Order): Promise<Answer>;
}

/** A tab with the cookie of its session. After the session has ended, the tab still sends the cookie, as a thief could. */
interface Tab {
  readonly client: ApiClient;
  readonly cookie: string;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function fileOf(isUsable: boolean, fields: Readonly<Record<string, string>>): FormData {
  return upload(fields, { name: 'proof.png', type: 'image/png', bytes: isUsable ? png : Buffer.from('no') });
}

/** The answers of a new person, except name, share and Social Security number. */
const answersOf: Readonly<Record<Kind, Readonly<Record<string, unknown>>>> = {
  applicant,
  owner,
  authorized_user: authorizedUser,
};

/** Returns a Social Security number that is unique for each person. */
function ssnOf(key: number): string {
  return `51244${1000 + key}`;
}

/** Returns a tax ID that is unique for each application. Its last four digits are also unique, so they identify the draft. */
function taxIdOf(key: number): string {
  return `36-265${4000 + key}`;
}

function partOfPerson(part: PersonPart, { key }: Person): object {
  if ('share' in part) return { percentageOwned: part.share };
  if ('name' in part) return { fullName: part.name };
  return { ssn: part.hasSsn ? ssnOf(key) : null };
}

/** Returns a caller that acts as a browser and calls the server by this host name. The browser has no tabs at first. */
export function callerAt(server: TestServer, host: string): Caller {
  const browser = server.client(host);
  const operator = operatorOf(server);
  const tabs: Tab[] = [];
  const applicationIds: (string | undefined)[] = [];
  const personIds = new Map<number, string>();
  const documentIds = new Map<number, string>();
  const unknownId = uuidv7(new Date());

  const applicationId = (index: number | undefined) => applicationIds[index ?? -1] ?? unknownId;

  async function start(): Promise<Answer> {
    const client = browser.tab();
    const before = new Set(browser.cookies.keys());
    await client.start();
    const [name = '', value = ''] = [...browser.cookies].find(([one]) => !before.has(one)) ?? [];
    tabs.push({ client, cookie: `${name}=${value}` });
    applicationIds.push(undefined);
    return 200;
  }

  /** Resumes the draft of a tab in a new tab. From then on, the draft belongs to the new tab. */
  async function comeBack(model: Model, { tab, isRight }: Order<'comeBack'>): Promise<Answer> {
    const index = sessionAt(model, tab);
    const key = model.sessions[index ?? -1]?.application?.key;
    const client = browser.tab();
    const { status, body, setCookies } = await client.send<StartResponse>('POST', '/resume/device', {
      json: {
        taxIdLast4: isRight && key !== undefined ? taxIdOf(key).slice(-4) : '0000',
        dateOfBirth: applicant.dateOfBirth,
      },
    });
    if (status !== 200) return (body as unknown as ProblemDetails).code;
    client.goOn(body.webSessionId);
    const cookie = setCookies.find((line) => line.startsWith(`session-${body.webSessionId.slice(0, 8)}`));
    tabs.push({ client, cookie: cookie?.split(';')[0] ?? '' });
    applicationIds.push(applicationIds[index ?? -1]);
    if (index !== undefined) applicationIds[index] = undefined;
    return status;
  }

  function partOfApplication(model: Model, index: number | undefined, part: ApplicationPart): object {
    if ('wrong' in part)
      return part.wrong === 'value'
        ? { applicationData: { organizationType: 'club' } }
        : { status: 'submitted' };
    if ('disclosure' in part) return { disclosures: { [part.disclosure]: part.isGiven } };
    if ('hasTaxId' in part) {
      const { key = 0 } = model.sessions[index ?? -1]?.application ?? {};
      return { applicationData: { taxId: part.hasTaxId ? taxIdOf(key) : null } };
    }
    if (!('guarantor' in part)) return { applicationData: part };
    const application = model.sessions[index ?? -1]?.application;
    const people = application?.people ?? [];
    const someone =
      part.guarantor === 'applicant'
        ? application && applicantOf(application)
        : people.find(({ kind }) => kind !== 'applicant');
    const id = personIds.get(someone?.key ?? 0) ?? unknownId;
    return { applicationData: { guarantorId: part.guarantor && id } };
  }

  async function operate(args: readonly string[], isWithFile = false): Promise<Answer> {
    const file = isWithFile ? { name: 'proof.pdf', bytes: samplePdf } : undefined;
    return (await operator(args, file)).exitCode === 0 ? 'done' : 'refused';
  }

  async function perform(model: Model, order: Order): Promise<Answer> {
    if (order.call === 'start') return start();
    if (order.call === 'notMe') return (await browser.send('DELETE', '/resume/device')).status;
    if (order.call === 'comeBack') return comeBack(model, order);
    const index = sessionAt(model, order.tab);
    if (order.call === 'decide')
      return operate(['applications', 'decide', applicationId(index), `--${order.decision}`]);
    if (order.call === 'withdraw')
      return operate(['applications', 'withdraw', applicationId(index), '--reason', 'Asked for']);
    if (order.call === 'addLateDocument') {
      const answer = await operate(['documents', 'add', applicationId(index), 'proof.pdf'], true);
      const newest = server.database.db
        .selectFrom('document')
        .select('id')
        .where('application_id', '=', applicationId(index))
        .orderBy('id', 'desc');
      const added = answer === 'done' ? await newest.executeTakeFirst() : undefined;
      if (added) documentIds.set(model.nextKey, added.id);
      return answer;
    }
    const reply = await send(model, order, index);
    return reply.status < 400 ? reply.status : (reply.body as ProblemDetails).code;
  }

  async function send(
    model: Model,
    order: Exclude<
      Order,
      { call: 'start' | 'comeBack' | 'notMe' | 'decide' | 'withdraw' | 'addLateDocument' }
    >,
    index: number | undefined,
  ): Promise<Reply<unknown>> {
    const tab = tabs[index ?? -1];
    const sendAs = <Body>(method: string, path: string, { headers, ...rest }: Call = {}) =>
      (tab?.client ?? browser).send<Body>(method, path, {
        ...rest,
        headers: { cookie: tab?.cookie ?? null, ...headers },
      });
    const named = namedSession(model, order);
    const id = applicationId(named);
    const path = `/application/${id}`;

    switch (order.call) {
      case 'heartbeat':
        return sendAs('POST', '/apply/heartbeat');
      case 'finish':
        return sendAs('POST', `/apply/finish/${order.type}`);
      case 'open':
        return sendAs('GET', `/agreement/${order.agreement}`);
      case 'create': {
        const wrong = order.wrong && partOfApplication(model, named, { wrong: order.wrong });
        const reply = await sendAs<Application>('POST', '/application', {
          json: { applicationData: { ...business, taxId: taxIdOf(index ?? 0) }, ...wrong },
        });
        if (reply.status === 201 && index !== undefined) applicationIds[index] = reply.body.id;
        if (reply.status === 200) expect(reply.body.id).toBe(applicationIds[index ?? -1]);
        return reply;
      }
      case 'read': {
        const reply = await sendAs<Application>('GET', path);
        if (reply.status === 200)
          expect(reply.body.status).toBe(model.sessions[named ?? -1]?.application?.status);
        return reply;
      }
      case 'change': {
        const ifMatch =
          order.ifMatch === 'current' ? (await sendAs('GET', path)).headers['etag'] : order.ifMatch && '"0"';
        return sendAs('PATCH', path, {
          json: partOfApplication(model, named, order.part),
          headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
        });
      }
      case 'addPerson': {
        const { kind, share } = order;
        const percentageOwned = kind === 'authorized_user' ? {} : { percentageOwned: share };
        const json = {
          ...answersOf[kind],
          fullName: nameOf(kind),
          ssn: ssnOf(model.nextKey),
          ...percentageOwned,
          applicationId: id,
          personnelType: kind,
        };
        const key = `person-${model.nextKey}`;
        const add = () =>
          sendAs<{ id: string }>('POST', '/personnel', { json, headers: { 'idempotency-key': key } });
        const reply = await add();
        if (reply.status === 201) {
          personIds.set(model.nextKey, reply.body.id);
          if (order.isRepeated) expect((await add()).body).toEqual(reply.body);
        }
        return reply;
      }
      case 'changePerson':
      case 'removePerson': {
        const person = namedPerson(model, order);
        const headers = order.ifMatch ? { 'if-match': '"0"' } : {};
        const at = `/personnel/${personIds.get(person?.key ?? 0) ?? unknownId}`;
        if (order.call === 'removePerson') return sendAs('DELETE', at, { headers });
        return sendAs('PATCH', at, { json: person ? partOfPerson(order.part, person) : {}, headers });
      }
      case 'agree':
        return sendAs('PUT', `${path}/consent/${order.agreement}`, {
          json: {
            version: order.version === 'shown' ? shippedVersion(order.agreement) : '2020-01-01',
            agreed: order.agreed,
          },
        });
      case 'submit':
        return sendAs('POST', `${path}/submit`);
      case 'upload': {
        const form = fileOf(order.isUsable, { applicationId: id, documentType: 'proof_of_entity' });
        const reply = await sendAs<{ id: string }>('POST', '/document', { form });
        if (reply.status === 201) documentIds.set(model.nextKey, reply.body.id);
        return reply;
      }
      case 'replaceDocument':
      case 'removeDocument': {
        const at = `/document/${documentIds.get(namedDocument(model, order) ?? 0) ?? unknownId}`;
        return order.call === 'removeDocument'
          ? sendAs('DELETE', at)
          : sendAs('PUT', at, { form: fileOf(true, {}) });
      }
    }
  }

  return { applicationIds, personIds, perform };
}
