/** The routes of an application's people: add, change, remove (spec section 7, docs/api.md, "Personnel"). */
import {
  Personnel,
  PersonnelChange,
  PersonnelCreate,
  personnelBodies,
  personnelTypes,
} from '../../../api/personnel.ts';
import { IdempotencyKey, IdParams, IfMatch, NoContent } from '../../../api/shape.ts';
import { lockDraft, openApplication } from '../../applications/application-record.ts';
import { checkVersion, etagOf, personnelResponse } from '../../applications/application-response.ts';
import { addPerson, changePerson, personIn, removePerson } from '../../applications/change-personnel.ts';
import { changeDraft, writeChange } from '../../applications/write-change.ts';
import { invalidField, notValid } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { respondIdempotently, withIdempotency } from '../../sessions/idempotency.ts';
import { inTransactionOf } from '../../sessions/sessions.ts';
import type { Api } from '../api-types.ts';
import { checkedBody, checkNoBody } from '../guards/request-context.ts';
import { operation } from '../openapi.ts';

/** Returns the application id in an unchecked body, which the server needs first (docs/api.md, "Order of checks"). */
function namedApplication(body: unknown): string | undefined {
  const id = (body as { applicationId?: unknown } | null | undefined)?.applicationId;
  return typeof id === 'string' ? id : undefined;
}

const calls = {
  add: operation('addPersonnel', 'Add a person', {
    config: { describedBody: (form) => personnelBodies(form).create },
    headers: IdempotencyKey,
    body: PersonnelCreate,
    response: { 201: Personnel },
  }),
  change: operation('changePersonnel', 'Change a person', {
    config: { withApplication: true, describedBody: (form) => personnelBodies(form).change },
    params: IdParams,
    headers: IfMatch,
    body: PersonnelChange,
    response: { 200: Personnel },
  }),
  remove: operation('removePersonnel', 'Remove a person', {
    config: { withApplication: true },
    params: IdParams,
    headers: IfMatch,
    response: { 204: NoContent },
  }),
};

export function personnelRoutes(app: Api, services: Services): void {
  app.post('/personnel', calls.add, async (request, reply) => {
    const applicationId = namedApplication(request.body);
    if (applicationId === undefined) checkedBody(request);
    const stored = await withIdempotency(services, request, (call) =>
      inTransactionOf(services, request.session, async (context) => {
        const row = await lockDraft(context, applicationId ?? '');
        const { applicationId: _, personnelType: wanted, ...sent } = checkedBody(request);
        const personnelType = personnelTypes.find((type) => type === wanted);
        if (!personnelType) throw notValid(context.program.copy, [invalidField('personnelType')]);
        return respondIdempotently(context, call, request.body, async () => {
          const planned = addPerson(context, await openApplication(context, row), personnelType, sent);
          await writeChange(context, planned);
          const person = personIn(planned.record, planned.id);
          return {
            status: 201,
            body: personnelResponse(row.id, person),
            etag: etagOf(person.version),
            applicationId: row.id,
            key: planned.record.key,
          };
        });
      }),
    );
    return reply
      .code(201)
      .header('etag', stored.etag)
      .send(stored.body as Personnel);
  });

  app.patch('/personnel/:id', calls.change, async (request, reply) => {
    const { id } = request.params;
    const { record } = await changeDraft(services, request.session, { personnelId: id }, (draft) => {
      const before = personIn(draft.record, id);
      checkVersion(request.headers['if-match'], before.version);
      return changePerson(draft, draft.record, before, checkedBody(request));
    });
    const person = personIn(record, id);
    return reply.header('etag', etagOf(person.version)).send(personnelResponse(record.row.id, person));
  });

  app.delete('/personnel/:id', calls.remove, async (request, reply) => {
    const { id } = request.params;
    await changeDraft(services, request.session, { personnelId: id }, (draft) => {
      const person = personIn(draft.record, id);
      checkVersion(request.headers['if-match'], person.version);
      checkNoBody(request);
      return removePerson(draft, draft.record, person);
    });
    return reply.code(204).send();
  });
}
