/** Tests that the server refuses requests that a firewall in front of it could read differently than the server (X6). */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../api/error.ts';
import type { ApiClient, Call, Reply } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { someOf } from '../../../tests/support/rounds.ts';
import { create, samplePdf } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { parseParameters } from '../header-parameters.ts';

let server: TestServer;
let browser: ApiClient;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ env: { PORT: '0', LIMITS_FACTOR: '100' } });
  await server.listen(['127.0.0.1']);
  await begin();
});
afterAll(() => server.stop());

/** Begins another application, because an application accepts five documents at most. */
async function begin(): Promise<void> {
  browser = server.client();
  await browser.start();
  ({ id } = await create(browser, {}, {}));
}

const json = '{"applicationData":{"dba":"Bright"}}';
const change = (headers: Call['headers'], raw: string | Buffer = json, of = id) =>
  browser.send('PATCH', `/application/${of}`, {
    raw,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a JSON body', () => {
  test.each([
    {},
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'Application/JSON ;CHARSET="UTF-8"' },
    { 'content-type': 'application/json;charset=utf-8 ' },
    { 'content-encoding': 'identity' },
    { 'content-encoding': 'Identity, identity' },
  ])('passes with %j', async (headers) => {
    expect((await change(headers)).status).toBe(200);
  });

  test.each<[ErrorCode, Call['headers']]>([
    ['unsupported_media_type', { 'content-encoding': 'gzip' }],
    ['unsupported_media_type', { 'content-encoding': 'br' }],
    ['unsupported_media_type', { 'content-encoding': 'x-unknown' }],
    ['unsupported_media_type', { 'content-encoding': 'identity, gzip' }],
    ['unsupported_media_type', { 'content-encoding': ['identity', 'deflate'] }],
    ['unsupported_media_type', { 'content-encoding': '' }],
    ['unsupported_media_type', { 'content-type': 'application/json; charset=utf-16' }],
    ['unsupported_media_type', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['unsupported_media_type', { 'content-type': 'application/json; Charset="UTF-7"' }],
    ['unsupported_media_type', { 'content-type': 'application/json; charset="utf\\-8"' }],
    ['unsupported_media_type', { 'content-type': 'application/json; charset=""' }],
    ['invalid_request', { 'content-type': 'application/json; charset=utf-8; charset=utf-16' }],
    ['invalid_request', { 'content-type': 'application/json; charset=utf-8; CHARSET=utf-8' }],
    ['invalid_request', { 'content-type': ['application/json', 'application/json'] }],
    ['invalid_request', { 'content-type': ['application/json', 'multipart/form-data; boundary=b'] }],
    ['invalid_request', { 'content-type': 'application/json; charset = utf-8' }],
    ['invalid_request', { 'content-type': 'application/json; charset="utf-8' }],
    ['invalid_request', { 'content-type': 'application/json; charset="utf-8\\""' }],
    ['invalid_request', { 'content-type': 'application/json; charset' }],
    ['invalid_request', { 'content-type': 'application/json, text/plain; charset=utf-8, x' }],
  ])('is refused as %s with %j', async (code, headers) => {
    expectError(await change(headers), code);
  });

  test.each([
    ['UTF-8', Buffer.from(`\ufeff${json}`)],
    ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le').swap16()],
  ])('is refused with a byte order mark of %s', async (_, raw) => {
    expectError(await change({}, raw), 'invalid_request');
  });

  test('may have a byte order mark inside an answer', async () => {
    expect((await change({}, '{"applicationData":{"dba":"\ufeffBright"}}')).status).toBe(200);
  });

  test('is refused for its headers after host, origin and session, and before the lookup', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expectError(await change({ ...headers, host: 'elsewhere.example' }), 'domain_not_found');
    expectError(await change({ ...headers, origin: 'https://evil.example' }), 'forbidden');
    expectError(await change({ ...headers, cookie: null }), 'session_invalid');
    const nobody = '01a1fbac-73ad-7000-88d5-cec578f87e3d';
    expectError(await change(headers, json, nobody), 'unsupported_media_type');
    expectError(await browser.send('POST', '/nothing', { raw: '{}', headers }), 'resource_not_found');
  });
});

/** Returns a text field of a form, as a browser writes it. */
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** Returns the file part of a form. `more` contains additional header lines of the part. */
const file = (disposition = 'name="document"; filename="a.pdf"', ...more: readonly string[]) =>
  `--b\r\n${[`Content-Disposition: form-data; ${disposition}`, ...more].join('\r\n')}\r\n\r\n${samplePdf.toString('latin1')}\r\n`;
const fields = () => field('applicationId', id) + field('documentType', 'proof_of_entity');
const end = '--b--\r\n';

const sendForm = (
  body: string,
  type: string | readonly string[] = 'multipart/form-data; boundary=b',
): Promise<Reply<{ readonly fileName?: string }>> =>
  browser.send('POST', '/document', {
    raw: Buffer.from(body, 'latin1'),
    headers: { 'content-type': type },
  });

describe('a form', () => {
  const accepted: readonly [string, () => string, string?][] = [
    ['as browsers send it', () => fields() + file() + end],
    ['without a line end at its end', () => `${fields()}${file()}--b--`],
    ['with a quoted boundary', () => fields() + file() + end, 'multipart/form-data; boundary="b"'],
    ['with a charset', () => fields() + file() + end, 'multipart/form-data; charset=utf-8; boundary=b'],
    [
      'with headers in other cases',
      () => fields().replaceAll('Content-Disposition: form', 'CONTENT-disposition:FORM') + file() + end,
    ],
    ['with a type of the file', () => fields() + file(undefined, 'Content-Type: application/pdf') + end],
    [
      'as programs in Java send it',
      () =>
        fields() +
        file(undefined, 'Content-Transfer-Encoding: binary', `Content-Length: ${samplePdf.length}`) +
        end,
    ],
    [
      'with filename* that says the same',
      () => fields() + file(`name=document; filename="a.pdf"; filename*=UTF-8''a%2Epdf`) + end,
    ],
    [
      'with a backslash in a name',
      () => fields() + file('name="document"; filename="C:\\scans\\a.pdf"') + end,
    ],
  ];
  test.each(someOf(accepted))('passes %s', async (_, body, type) => {
    await begin();
    const reply = await sendForm(body(), type);
    expect([reply.status, reply.body.fileName]).toEqual([201, 'a.pdf']);
  });

  test.each<[string, () => string]>([
    ['a field twice', () => field('applicationId', id) + fields() + file() + end],
    [
      'a field twice with the same value',
      () => fields() + field('documentType', 'proof_of_entity') + file() + end,
    ],
    ['an unknown field twice', () => fields() + field('x', '') + field('x', '') + file() + end],
    ['two files', () => fields() + file() + file() + end],
    ['a text and a file of one name', () => fields() + file() + field('document', 'x') + end],
    [
      'a file under the name of a text',
      () => fields() + file('name="documentType"; filename="a"') + file() + end,
    ],
    ['a name in another case', () => fields() + file() + file('name="Document"; filename="a.pdf"') + end],
    ['a name twice', () => fields() + file('name="document"; name="document"; filename="a.pdf"') + end],
    [
      'a name twice in other cases',
      () => fields() + file('name="document"; NAME="other"; filename="a.pdf"') + end,
    ],
    ['two file names', () => fields() + file('name="document"; filename="a.pdf"; filename="a.exe"') + end],
    [
      'filename* that differs',
      () => fields() + file(`name="document"; filename="a.pdf"; filename*=UTF-8''a.exe`) + end,
    ],
    ['filename* alone', () => fields() + file(`name="document"; filename*=UTF-8''a.pdf`) + end],
    [
      'filename* in another charset',
      () => fields() + file(`name="document"; filename="a.pdf"; filename*=iso-8859-1''a.pdf`) + end,
    ],
    [
      'filename* that is malformed',
      () => fields() + file(`name="document"; filename="a.pdf"; filename*=UTF-8''%ff`) + end,
    ],
    [
      'a file name in pieces',
      () => fields() + file(`name="document"; filename="a.pdf"; filename*0="a.exe"`) + end,
    ],
    ['name*', () => fields() + file(`name="document"; name*=UTF-8''document; filename="a.pdf"`) + end],
    ['a quoted quote in a name', () => fields() + file('name="document"; filename="a.exe\\".pdf"') + end],
    ['a quoted backslash in a name', () => fields() + file('name="document"; filename="a.exe\\\\"') + end],
    ['a name without its closing quote', () => fields() + file('name="document"; filename="a.pdf') + end],
    ['a name with a NUL', () => fields() + file('name="document"; filename="a.exe\0.pdf"') + end],
    ['a name that is no UTF-8', () => fields() + file('name="document"; filename="\xe9.pdf"') + end],
    [
      'Content-Disposition twice',
      () => fields() + file(undefined, 'content-disposition: form-data; name="other"') + end,
    ],
    [
      'Content-Type twice',
      () => fields() + file(undefined, 'Content-Type: application/pdf', 'Content-Type: text/html') + end,
    ],
    [
      'a type with a parameter twice',
      () => fields() + file(undefined, 'Content-Type: text/plain; charset=utf-8; charset=utf-16') + end,
    ],
    ['a length that is wrong', () => fields() + file(undefined, 'Content-Length: 3') + end],
    ['a folded line', () => fields() + file('name="document";\r\n filename="a.pdf"') + end],
    ['a line without a name', () => fields() + file(undefined, ': x') + end],
    ['a name before a blank', () => fields() + file(undefined, 'Content-Type : text/html') + end],
    [
      'a part without Content-Disposition',
      () => `${fields()}--b\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n${file()}${end}`,
    ],
    ['a part without a head', () => `${fields()}--b\r\n\r\n%PDF\r\n${file()}${end}`],
    ['a part that is an attachment', () => fields() + file().replace('form-data', 'attachment') + end],
    [
      'a text that begins with a byte order mark',
      () => field('applicationId', id) + field('documentType', '\xef\xbb\xbfproof_of_entity') + file() + end,
    ],
    ['a text that is no UTF-8', () => fields() + field('x', '\xff') + file() + end],
    ['something before its first part', () => `x\r\n${fields()}${file()}${end}`],
    ['a byte order mark before its first part', () => `\xef\xbb\xbf${fields()}${file()}${end}`],
    ['a line end before its first part', () => `\r\n${fields()}${file()}${end}`],
    ['something after its end', () => `${fields()}${file()}${end}x`],
    ['a part after its end', () => fields() + file() + end + field('x', 'y') + end],
    ['no end', () => fields() + file()],
    ['lines that end with LF', () => (fields() + file() + end).replaceAll('\r\n', '\n')],
    ['a delimiter after LF', () => fields() + file().replace('%PDF', `%PDF\n${field('x', 'y')}`) + end],
    ['a delimiter after CR', () => fields() + file().replace('%PDF', `%PDF\r${field('x', 'y')}`) + end],
    ['a line that begins as a delimiter', () => fields() + file().replace('%PDF', '%PDF\r\n--bc\r\n') + end],
    ['blanks after a delimiter', () => fields().replace('--b', '--b ') + file() + end],
  ])('is refused with %s', async (_, body) => {
    expectError(await sendForm(body()), 'invalid_request');
  });

  test.each([
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Encoding: gzip',
    'Content-Type: application/pdf; charset=utf-16',
  ])('is refused with a part of %s', async (line) => {
    expectError(await sendForm(fields() + file(undefined, line) + end), 'unsupported_media_type');
  });

  test.each<[ErrorCode, string | readonly string[]]>([
    ['invalid_request', 'multipart/form-data; boundary=b; boundary=c'],
    ['invalid_request', 'multipart/form-data; boundary=c; boundary=b'],
    ['invalid_request', 'multipart/form-data; boundary=b; Boundary=b'],
    ['invalid_request', ['multipart/form-data; boundary=b', 'multipart/form-data; boundary=c']],
    ['invalid_request', 'multipart/form-data; boundary=b, boundary=c'],
    ['invalid_request', 'multipart/form-data; boundary="\\b"'],
    ['invalid_request', 'multipart/form-data; boundary="b "'],
    ['invalid_request', `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['invalid_request', "multipart/form-data; boundary*=UTF-8''b"],
    ['unsupported_media_type', 'multipart/form-data; boundary=b; charset=utf-16'],
    ['unsupported_media_type', 'multipart/mixed; boundary=b'],
  ])('is refused as %s with the type %s', async (code, type) => {
    expectError(await sendForm(fields() + file() + end, type), code);
  });
});

describe('over a real connection', () => {
  /** Sends a request over a raw socket, with exactly these headers. Returns the status and the error code of the response. */
  async function statusOf(version: string, ...headers: readonly string[]): Promise<readonly unknown[]> {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      received += piece;
    });
    const head = [`POST /api/v1/apply/start HTTP/${version}`, 'Host: demo.localhost', 'Connection: close'];
    socket.write([...head, ...headers, '', '0\r\n\r\n'].join('\r\n'));
    await once(socket, 'close');
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
    return [Number(status), /"code":"(\w+)"/.exec(received)?.[1]];
  }

  test('chunks pass', async () => {
    const type = 'Content-Type: application/json';
    expect(await statusOf('1.1', type, 'Transfer-Encoding: chunked')).toEqual([200, undefined]);
    expect(await statusOf('1.1', type, 'Transfer-Encoding: Chunked')).toEqual([200, undefined]);
  });

  test.each([
    ['Transfer-Encoding: gzip'],
    ['Transfer-Encoding: identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: gzip, chunked'],
    ['Transfer-Encoding: chunked, gzip'],
    ['Transfer-Encoding: chunked, chunked'],
    ['Transfer-Encoding: , chunked'],
    ['Transfer-Encoding: chunked; q=1'],
    ['Transfer-Encoding: "chunked"'],
    ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'transfer-encoding: chunked'],
  ])('%s is not implemented', async (...headers) => {
    expect(await statusOf('1.1', ...headers)).toEqual([501, 'not_implemented']);
  });

  test.each([
    ['1.1', 'Transfer-Encoding: chunked', 'Content-Length: 5'],
    ['1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    ['1.1', 'Content-Length: 5', 'Transfer-Encoding: gzip'],
    ['1.1', 'Content-Length: 5', 'Content-Length: 5'],
    ['1.1', 'Content-Length: 5, 5'],
    ['1.1', 'Content-Length: +5'],
    ['1.1', 'Transfer-Encoding : chunked'],
    ['1.1', 'Transfer-Encoding:\r\n chunked'],
    ['1.0', 'Transfer-Encoding: chunked'],
  ])('HTTP/%s with %s and %s is malformed', async (version, ...headers) => {
    expect(await statusOf(version, ...headers)).toEqual([400, 'invalid_request']);
  });
});

describe('parameters', () => {
  test.each<[string, Record<string, string> | undefined]>([
    ['a', {}],
    ['a;', {}],
    ['a; b=c', { b: 'c' }],
    ['a;b=c ; D="e; f=\\g"  ', { b: 'c', d: 'e; f=\\g' }],
    ['a; b=""', { b: '' }],
    ['a; b=', undefined],
    ['a; b="c', undefined],
    ['a; b="c"d', undefined],
    ['a; b="c" d=e', undefined],
    ['a; b=c; b=c', undefined],
    ['a; b="\\""', undefined],
    ['a; b="\\\\"', undefined],
    ['a; b="\u0000"', undefined],
    ['a; b="é"', { b: 'é' }],
    ['a; b=é', undefined],
    ['a;; b=c;', { b: 'c' }],
    ['a b=c', {}],
    ['a; b', undefined],
    ['a; =c', undefined],
  ])('of %j are %j', (text, expected) => {
    const parsed = parseParameters(text);
    expect(parsed && Object.fromEntries(parsed.parameters)).toEqual(expected);
  });
});
