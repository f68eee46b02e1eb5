/** The people of an application: add, change, remove (spec section 7, api "Personnel"). */
import Type from 'typebox';
import { Personnel, PersonnelChange, PersonnelCreate, personnelTypes } from '../../../api/personnel.ts';
import { exactly, IdempotencyKey, IfMatch, NoContent } from '../../../api/shape.ts';
import type { ApplicationRecord } from '../../applications/application-record.ts';
import { etagOf, personnelResponse } from '../../applications/application-response.ts';
import { addPerson, changePerson, personIn, removePerson } from '../../applications/change-personnel.ts';
import type { TransactionContext } from '../../applications/transaction-context.ts';
import {
  checkVersion,
  inTransaction,
  lockDraft,
  openLocked,
} from '../../applications/transaction-context.ts';
import { isId } from '../../db/queries/applications.ts';
import { applicationOfPerson } from '../../db/queries/personnel.ts';
import type { Services } from '../../start/services.ts';
import type { Api } from '../api-types.ts';
import { missing, notValid, wrong } from '../errors.ts';
import { checkedBody, checkNoBody } from '../guards/request-context.ts';
import { withIdempotency } from '../idempotency.ts';

const IdParams = exactly({ id: Type.String() });

/** The application that a body names, before anything else of the body is looked at (api "Order of checks"). */
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
        operationId: 'addPersonnel',
        summary: 'Add a person',
        headers: IdempotencyKey,
        body: PersonnelCreate,
        response: { 201: Personnel },
      },
    },
    async (request, reply) => {
      const applicationId = namedApplication(request.body);
      if (applicationId === undefined) checkedBody(request);
      const stored = await withIdempotency(services, request, (respondOnce) =>
        inTransaction(services, request.session, async (context) => {
          const row = await lockDraft(context, applicationId ?? '');
          const { applicationId: _, personnelType: wanted, ...sent } = checkedBody(request);
          const personnelType = personnelTypes.find((type) => type === wanted);
          if (!personnelType) throw notValid(context.program.copy, [wrong('personnelType')]);
          return respondOnce(context, request.body, async () => {
            const id = await addPerson(context, await openLocked(context, row), personnelType, sent);
            const record = await openLocked(context, row);
            const person = personIn(record, id);
            return {
              status: 201,
              body: personnelResponse(row.id, person),
              etag: etagOf(person.version),
              applicationId: row.id,
              key: record.key,
            };
          });
        }),
      );
      return reply
        .code(201)
        .header('etag', stored.etag)
        .send(stored.body as Personnel);
    },
  );

  app.patch(
    '/personnel/:id',
    {
      schema: {
        operationId: 'changePersonnel',
        summary: 'Change a person',
        params: IdParams,
        headers: IfMatch,
        body: PersonnelChange,
        response: { 200: Personnel },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { applicationId, person } = await inTransaction(services, request.session, async (context) => {
        const record = await openOf(context, id);
        const before = personIn(record, id);
        checkVersion(request.headers['if-match'], before.version);
        await changePerson(context, record, before, checkedBody(request));
        return { applicationId: record.row.id, person: personIn(await openLocked(context, record.row), id) };
      });
      return reply.header('etag', etagOf(person.version)).send(personnelResponse(applicationId, person));
    },
  );

  app.delete(
    '/personnel/:id',
    {
      schema: {
        operationId: 'removePersonnel',
        summary: 'Remove a person',
        params: IdParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await inTransaction(services, request.session, async (context) => {
        const record = await openOf(context, id);
        const person = personIn(record, id);
        checkVersion(request.headers['if-match'], person.version);
        checkNoBody(request);
        await removePerson(context, record, person);
      });
      return reply.code(204).send();
    },
  );

  /** The draft that a person belongs to, locked and opened. */
  async function openOf(context: TransactionContext, personnelId: string): Promise<ApplicationRecord> {
    const applicationId = isId(personnelId)
      ? await applicationOfPerson(context.transaction, context.sessionId, personnelId)
      : undefined;
    if (applicationId === undefined) throw missing();
    return openLocked(context, await lockDraft(context, applicationId));
  }
}
