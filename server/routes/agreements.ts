/** The agreements as text; serving one records that it was opened (D30, D31). */
import Type from 'typebox';
import { Agreement } from '../../api/agreement.ts';
import { exactly } from '../../api/shape.ts';
import { agreementKeys } from '../../form/situation.ts';
import { agreementFor } from '../agreements/agreements.ts';
import type { Api } from '../api-types.ts';
import { situationOf } from '../applications/application-record.ts';
import { inTransaction, openLocked, updateApplication } from '../applications/application-writer.ts';
import { missing } from '../problem.ts';
import { sessionInvalid } from '../security/sessions.ts';
import type { Services } from '../services.ts';
import { insertOpening } from '../store/agreement-openings.ts';
import { lockApplicationOfSession } from '../store/applications.ts';
import { lockLiveSession } from '../store/sessions.ts';

const AgreementParams = exactly({ agreement: Type.String() });

export function agreementRoutes(app: Api, services: Services): void {
  app.get(
    '/agreement/:agreement',
    {
      // A HEAD would record as read what it does not show.
      exposeHeadRoute: false,
      config: { records: true },
      schema: {
        summary: 'Read an agreement; records that it was opened',
        params: AgreementParams,
        response: { 200: Agreement },
      },
    },
    async (request) => {
      const agreement = agreementKeys.find((key) => key === request.params.agreement);
      if (!agreement) throw missing();
      const { program } = request;
      return inTransaction(services, request.session, async (writing) => {
        if (!(await lockLiveSession(writing.transaction, writing.sessionId))) throw sessionInvalid();
        const row = await lockApplicationOfSession(writing.transaction, writing.sessionId);
        const record = row && (await openLocked(writing, row));
        const situation = record
          ? situationOf(record, program, writing.now)
          : { applicationData: {}, personnel: [] };
        const shown = agreementFor(program, agreement, situation);
        const { version, sha256 } = shown;
        await insertOpening(writing.transaction, {
          sessionId: writing.sessionId,
          agreement,
          version,
          sha256,
          at: writing.now,
        });
        if (row?.status === 'draft')
          await updateApplication(writing, row, {}, [
            { type: 'agreement_opened', detail: { agreement, version, sha256 } },
          ]);
        const asset = `/api/v1/agreement/${agreement}`;
        return {
          agreement,
          title: shown.title,
          version,
          sha256,
          html: shown.html,
          pages: 0,
          pagesUrl: `${asset}/page/{n}?v=${sha256}`,
          pdfUrl: `${asset}/pdf?v=${sha256}`,
        };
      });
    },
  );
}
