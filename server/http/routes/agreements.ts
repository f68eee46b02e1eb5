/** The routes of the agreements (D30, D31). Page images and the PDF are the same for all applicants. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  Agreement,
  AgreementFile,
  AgreementPage,
  AgreementParams,
  PageParams,
} from '../../../api/agreement.ts';
import { type AgreementKey, agreementKeys } from '../../../form/fields/application-state.ts';
import {
  layoutEdition,
  type PrintableText,
  printable,
  referenceOf,
} from '../../agreements/agreement-printer.ts';
import { agreementFor, isSameForAll } from '../../agreements/agreements.ts';
import { openApplication, stateOf } from '../../applications/application-record.ts';
import { updateApplication } from '../../applications/row-change.ts';
import { findText, insertOpening } from '../../db/queries/agreements.ts';
import { lockApplicationOfSession } from '../../db/queries/applications.ts';
import { lockLiveSession } from '../../db/queries/sessions.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { AgreementValues } from '../../programs/agreement-text.ts';
import type { Program } from '../../programs/programs.ts';
import type { Services } from '../../services.ts';
import { inTransactionOf, sessionInvalid } from '../../sessions/sessions.ts';
import type { Api } from '../api-types.ts';
import { eachOnce, encoded, sendEncoded } from '../encoded-body.ts';
import { operation } from '../openapi.ts';

const Version = Type.Object({
  v: Type.Optional(
    Type.String({
      description: 'The hash of the text and the edition of its layout; what they name never changes',
    }),
  ),
});

/** The Retry-After of the response when printing fails, in seconds. */
const retryAfter = 60;
const unchanging = 'public, max-age=31536000, immutable';

function agreementNamed(name: string): AgreementKey {
  const agreement = agreementKeys.find((key) => key === name);
  if (!agreement) throw notFound();
  return agreement;
}

/** Returns the version of a text's page images and PDF. It contains the layout's edition, so browsers reuse no older layout. */
const fileVersion = (sha256: string) => `${sha256}.${layoutEdition}`;

/** Returns the stored text whose hash or `fileVersion` is `named`. If there is none, returns the current text. */
async function textNamed(
  { database }: Services,
  program: Program,
  agreement: AgreementKey,
  named: unknown,
): Promise<PrintableText> {
  const today = printable(program, agreement);
  const [, hash] = /^([0-9a-f]{64})(?:\.\d{1,4})?$/.exec(typeof named === 'string' ? named : '') ?? [];
  if (hash === undefined || hash === today.sha256) return today;
  const older = await findText(database.db, program.domainKey, agreement, hash);
  if (!older) return today;
  const { title, version, body, sha256, placeholders } = older;
  // Only `recordTexts` writes this column, and it stores `AgreementValues`.
  const values = placeholders as unknown as AgreementValues;
  return { domainKey: program.domainKey, agreement, sha256, text: { title, version, body }, values };
}

function cacheControl({ sha256 }: PrintableText, version: unknown): string {
  return version === fileVersion(sha256) ? unchanging : 'no-store';
}

/** Returns whether the Accept header lists WebP. If it has only a wildcard such as `image/*`, the client gets PNG. */
function takesWebp(accept: string | undefined): boolean {
  return (accept ?? '')
    .split(',')
    .some((range) => /^\s*image\/webp\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(range));
}

const failure = 'an agreement cannot be printed';

/** Waits for an agreement's page or PDF. Throws `unavailable` if printing it fails. */
async function printed<Made>(request: FastifyRequest, making: Promise<Made>): Promise<Made> {
  try {
    return await making;
  } catch (error) {
    request.log.error(error, failure);
    throw new ApiError('unavailable', 'This agreement cannot be printed at the moment.', { retryAfter });
  }
}

const calls = {
  read: operation('getAgreement', 'Read an agreement; records that it was opened', {
    config: { records: true },
    params: AgreementParams,
    response: { 200: Agreement },
  }),
  page: operation('getAgreementPage', 'See a page of an agreement', {
    config: { session: 'none' },
    params: PageParams,
    querystring: Version,
    response: { 200: AgreementPage },
  }),
  pdf: operation('getAgreementPdf', 'Download an agreement', {
    config: { session: 'none' },
    params: AgreementParams,
    querystring: Version,
    response: { 200: AgreementFile },
  }),
};

export function agreementRoutes(app: Api, services: Services): void {
  const encodedOnce = eachOnce(encoded);
  // There is no HEAD route, because it would record an opening without showing the text.
  app.get('/agreement/:agreement', { ...calls.read, exposeHeadRoute: false }, async (request, reply) => {
    const agreement = agreementNamed(request.params.agreement);
    const { program } = request;
    const pages = await services.agreementPrinter.pdf(printable(program, agreement)).then(
      (pdf) => pdf.pages,
      (error: unknown) => {
        request.log.error(error, failure);
        return 0;
      },
    );
    const answer = await inTransactionOf(services, request.session, async (context) => {
      const { transaction, sessionId, now } = context;
      if (!(await lockLiveSession(transaction, sessionId))) throw sessionInvalid();
      const row = await lockApplicationOfSession(transaction, sessionId);
      const state = row
        ? stateOf(await openApplication(context, row), program, now)
        : { applicationData: {}, personnel: [] };
      const { title, version, sha256, html } = agreementFor(program, agreement, state);
      const opened = { agreement, version, sha256 };
      await insertOpening(transaction, {
        session_id: sessionId,
        application_id: row?.id ?? null,
        ...opened,
        open_date_time: now,
      });
      if (row?.status === 'draft')
        await updateApplication(context, row, {}, [{ type: 'agreement_opened', detail: opened }]);
      const address = `/api/v1/agreement/${agreement}`;
      const files = fileVersion(program.agreements[agreement].sha256);
      const [pagesUrl, pdfUrl] = [`${address}/page/{n}?v=${files}`, `${address}/pdf?v=${files}`];
      return { agreement, title, version, sha256, html, pages, pagesUrl, pdfUrl };
    });
    // Texts that contain people's names are not compressed (docs/decisions/compression.md).
    if (!isSameForAll(agreement)) return answer;
    const body = await encodedOnce(JSON.stringify(answer));
    return sendEncoded(request, reply.type('application/json; charset=utf-8'), body);
  });

  app.get('/agreement/:agreement/page/:n', calls.page, async (request, reply) => {
    const { agreement, n } = request.params;
    const text = await textNamed(services, request.program, agreementNamed(agreement), request.query.v);
    const format = takesWebp(request.headers.accept) ? 'webp' : 'png';
    const number = /^[1-9][0-9]{0,3}$/.test(n) ? Number(n) : 0;
    const image = await printed(request, services.agreementPrinter.page(text, number, format));
    if (!image) throw notFound();
    return reply
      .type(`image/${format}`)
      .header('cache-control', cacheControl(text, request.query.v))
      .header('vary', 'Accept')
      .send(image);
  });

  app.get('/agreement/:agreement/pdf', calls.pdf, async (request, reply) => {
    const agreement = agreementNamed(request.params.agreement);
    const text = await textNamed(services, request.program, agreement, request.query.v);
    const { bytes } = await printed(request, services.agreementPrinter.pdf(text));
    return reply
      .type('application/pdf')
      .header('cache-control', cacheControl(text, request.query.v))
      .header('content-disposition', `attachment; filename="${referenceOf(text)}.pdf"`)
      .send(bytes);
  });
}
