/** The people of an application: add, change, remove (spec section 7, api "Personnel"). */
import Type from 'typebox';
import { Personnel, PersonnelChange, PersonnelCreate, personnelTypes } from '../../api/personnel.ts';
import { exactly, IdempotencyKey, IfMatch, NoContent } from '../../api/shape.ts';
import type { Api } from '../api-types.ts';
import { etagOf, personnelAnswer } from '../applications/application-answer.ts';
import type { ApplicationRecord } from '../applications/application-record.ts';
import type { Writing } from '../applications/application-writer.ts';
import { checkVersion, inTransaction, lockDraft, openLocked } from '../applications/application-writer.ts';
import { addPerson, changePerson, personIn, removePerson } from '../applications/change-personnel.ts';
import { missing, notValid, wrong } from '../problem.ts';
import type { Services } from '../services.ts';
import { isId } from '../store/applications.ts';
import { applicationOfPerson } from '../store/personnel.ts';
import { alone, once } from './idempotency.ts';
import { checkedBody, checkNoBody } from './request-context.ts';

const IdParams = exactly({ id: Type.String() });

/** The application that a body names, before anything else of the body is looked at (api, order of checks). */
function namedApplication(body: unknown): string | undefined {
  const id =
    typeof body === 'object' && body !== null
      ? (body as { applicationId?: unknown }).applicationId
      : undefined;
  return typeof id === 'string' ? id : undefined;
}

export function personnelRoutes(app: Api, services: Services): void {
  app.post(
    '/personnel',
    {
      schema: {
        summary: 'Add a person',
        headers: IdempotencyKey,
        body: PersonnelCreate,
        response: { 201: Personnel },
      },
    },
    async (request, reply) => {
      const applicationId = namedApplication(request.body);
      if (applicationId === undefined) checkedBody(request);
      const answer = await alone(services, request, () =>
        inTransaction(services, request.session, async (writing) => {
          const row = await lockDraft(writing, applicationId ?? '');
          const { applicationId: _, personnelType: wanted, ...sent } = checkedBody(request);
          const personnelType = personnelTypes.find((type) => type === wanted);
          if (!personnelType) throw notValid([wrong('personnelType')]);
          return once(writing, request, request.body, async () => {
            const id = await addPerson(writing, await openLocked(writing, row), personnelType, sent);
            const record = await openLocked(writing, row);
            const person = personIn(record, id);
            return {
              status: 201,
              body: personnelAnswer(row.id, person),
              etag: etagOf(person.version),
              applicationId: row.id,
              key: record.key,
            };
          });
        }),
      );
      return reply
        .code(201)
        .header('etag', answer.etag)
        .send(answer.body as Personnel);
    },
  );

  app.patch(
    '/personnel/:id',
    {
      schema: {
        summary: 'Change a person',
        params: IdParams,
        headers: IfMatch,
        body: PersonnelChange,
        response: { 200: Personnel },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { applicationId, person } = await inTransaction(services, request.session, async (writing) => {
        const record = await openOf(writing, id);
        const before = personIn(record, id);
        checkVersion(request.headers['if-match'], before.version);
        await changePerson(writing, record, before, checkedBody(request));
        return { applicationId: record.row.id, person: personIn(await openLocked(writing, record.row), id) };
      });
      return reply.header('etag', etagOf(person.version)).send(personnelAnswer(applicationId, person));
    },
  );

  app.delete(
    '/personnel/:id',
    {
      schema: {
        summary: 'Remove a person',
        params: IdParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await inTransaction(services, request.session, async (writing) => {
        const record = await openOf(writing, id);
        const person = personIn(record, id);
        checkVersion(request.headers['if-match'], person.version);
        checkNoBody(request);
        await removePerson(writing, record, person);
      });
      return reply.code(204).send();
    },
  );

  /** The draft that a person belongs to, locked and opened. */
  async function openOf(writing: Writing, personnelId: string): Promise<ApplicationRecord> {
    const applicationId = isId(personnelId)
      ? await applicationOfPerson(writing.transaction, writing.sessionId, personnelId)
      : undefined;
    if (applicationId === undefined) throw missing();
    return openLocked(writing, await lockDraft(writing, applicationId));
  }
}
