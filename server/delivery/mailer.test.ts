import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { startSilentServer } from '../../tests/support/silent-server.ts';
import {
  hasOpenssl,
  newCertificate,
  type TestCertificate,
  trustedCertificate,
} from '../../tests/support/test-certificate.ts';
import { headerOf, readable, smtpRejection, startTestSmtp } from '../../tests/support/test-smtp.ts';
import { type Mail, openMailer, removeMailFile } from './mailer.ts';

const mail: Mail = {
  id: '01a1fbb6-8d4d-7000-abc2-f59f283c3dfb',
  date: new Date('2026-11-20T15:04:05Z'),
  from: { name: 'Quillbrook Bank, Commercial', address: 'cards@quillbrook.example' },
  to: 'wilhelmina@quokka-lawns.example',
  subject: 'Your application – AAAA-1111-2222',
  text: 'We have your application.\n',
  html: '<img src="cid:card" alt=""><p>We have your application.</p>',
  card: Buffer.from('89504E470D0A1A0A', 'hex'),
};
const never = new AbortController().signal;

function over(url: string) {
  return openMailer({ smtpUrl: url, dataDir: '/nowhere' });
}

describe('mail over SMTP', () => {
  test('arrives from the provider at the applicant, in text and HTML', async () => {
    const smtp = await startTestSmtp();
    await over(`smtp://${smtp.address}`).send(mail, never);
    const [received] = smtp.received;
    expect(received).toMatchObject({ from: mail.from.address, to: [mail.to] });
    const raw = received?.raw ?? '';
    expect(headerOf(raw, 'From')).toBe(`"${mail.from.name}" <${mail.from.address}>`);
    expect(headerOf(raw, 'To')).toBe(mail.to);
    expect(headerOf(raw, 'Date')).toBe('Fri, 20 Nov 2026 15:04:05 +0000');
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(raw, 'X-Mailer')).toBeUndefined();
    expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative;/);
    expect(raw).toContain(mail.text.trim());
    expect(raw).toContain(mail.html);
  });

  test('contains the card that its HTML shows, and no card if none was given', async () => {
    const smtp = await startTestSmtp();
    await over(`smtp://${smtp.address}`).send(mail, never);
    await over(`smtp://${smtp.address}`).send({ ...mail, card: undefined }, never);
    const [shown = '', plain = ''] = smtp.received.map(({ raw }) => raw);
    expect(shown).toMatch(/Content-Type: multipart\/related;/);
    expect(shown).toMatch(/Content-Type: image\/png/);
    expect(shown).toMatch(/Content-Id: <card>/i);
    expect(shown).toMatch(/Content-Disposition: inline/);
    expect(shown).toContain('iVBORw0KGgo');
    expect(plain).not.toMatch(/related|image|<img/);
    expect(plain).toContain('<p>We have your application.</p>');
  });

  test('has the same Message-ID each time it is sent', async () => {
    const smtp = await startTestSmtp();
    const mailer = over(`smtp://${smtp.address}`);
    await mailer.send(mail, never);
    await mailer.send(mail, never);
    const id = `<${mail.id}@quillbrook.example>`;
    expect(smtp.received.map(({ raw }) => headerOf(raw, 'Message-ID'))).toEqual([id, id]);
  });

  test('upgrades to TLS and signs in as the URL specifies', async () => {
    const signedIn: unknown[] = [];
    const smtp = await startTestSmtp({
      server: {
        authOptional: false,
        disabledCommands: [],
        onAuth: ({ username, password }, { secure }, done) => {
          signedIn.push({ username, password, secure });
          done(null, { user: username });
        },
      },
    });
    await over(`smtp://cards%40bank:p%26ss@${smtp.address}?tls.rejectUnauthorized=false`).send(mail, never);
    expect(signedIn).toEqual([{ username: 'cards@bank', password: 'p&ss', secure: true }]);
    expect(smtp.received).toMatchObject([{ secure: true }]);
  });

  test.skipIf(!hasOpenssl)(
    'checks the certificate before it signs in, and needs no special setting for it',
    async () => {
      const attempts: string[] = [];
      const withCertificate = (certificate: TestCertificate) =>
        startTestSmtp({
          server: {
            ...certificate,
            authOptional: false,
            disabledCommands: [],
            onAuth: ({ username = '', password = '' }, _session, done) => {
              attempts.push(`${username}:${password}`);
              done(null, { user: username });
            },
          },
        });
      const stranger = await withCertificate(newCertificate());
      await expect(over(`smtp://cards:secret@${stranger.address}`).send(mail, never)).rejects.toThrow();
      expect([attempts, stranger.received]).toEqual([[], []]);
      const trusted = await withCertificate(trustedCertificate());
      await over(`smtp://cards:secret@${trusted.address}`).send(mail, never);
      expect(attempts).toEqual(['cards:secret']);
      expect(trusted.received).toMatchObject([{ secure: true, to: [mail.to] }]);
    },
  );

  test('uses TLS from the start with smtps, and refuses a server without a valid certificate', async () => {
    const smtp = await startTestSmtp({ server: { secure: true, disabledCommands: ['AUTH'] } });
    await over(`smtps://${smtp.address}?tls.rejectUnauthorized=false`).send(mail, never);
    expect(smtp.received).toMatchObject([{ secure: true }]);
    await expect(over(`smtps://${smtp.address}`).send(mail, never)).rejects.toThrow();
    expect(smtp.received).toHaveLength(1);
  });

  test('sends no password to a server without TLS', async () => {
    let attempts = 0;
    const smtp = await startTestSmtp({
      server: {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => {
          attempts += 1;
          done(null, { user: 'anyone' });
        },
      },
    });
    await expect(over(`smtp://cards:secret@${smtp.address}`).send(mail, never)).rejects.toThrow();
    expect(attempts).toBe(0);
    await over(`smtp://cards:secret@${smtp.address}?requireTLS=false`).send(mail, never);
    expect(attempts).toBe(1);
  });

  test('logs nothing, whatever the URL says', async () => {
    const smtp = await startTestSmtp();
    const printed = [vi.spyOn(console, 'log'), vi.spyOn(process.stdout, 'write')];
    onTestFinished(() => printed.forEach((spy) => void spy.mockRestore()));
    await over(`smtp://${smtp.address}?logger=true&debug=true&transactionLog=true`).send(mail, never);
    expect(printed.map((spy) => spy.mock.calls)).toEqual([[], []]);
  });

  test('fails with the server’s code if the server refuses it', async () => {
    const smtp = await startTestSmtp({
      onMail: () => {
        throw smtpRejection(451, 'Try later');
      },
    });
    await expect(over(`smtp://${smtp.address}`).send(mail, never)).rejects.toMatchObject({
      code: 'EMESSAGE',
      responseCode: 451,
    });
  });

  test('is aborted by its signal while the server is silent', async () => {
    const controller = new AbortController();
    const silent = await startSilentServer();
    silent.server.once('connection', () => controller.abort());
    await expect(over(`smtp://${silent.address}`).send(mail, controller.signal)).rejects.toThrow();
  });

  test.each([
    'a@b.example\r\nBcc: all@b.example',
    'a@b.example\nSubject: other',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    '<a@b.example>',
    'a@b.example> SIZE=1',
    'A B <a@b.example>',
    'a\u0000@b.example',
    '"a b"@b.example',
    'a@b.example\u2028',
  ])('is not sent to the address %j', async (to) => {
    const smtp = await startTestSmtp();
    await expect(over(`smtp://${smtp.address}`).send({ ...mail, to }, never)).rejects.toThrow('address');
    expect(smtp.connections()).toBe(0);
  });

  test('goes to an unusual address that the form accepts', async () => {
    const to = "o'neil+{x}|y=z/!#$%&*?^_`~@b-2.example";
    const smtp = await startTestSmtp();
    await over(`smtp://${smtp.address}`).send({ ...mail, to }, never);
    expect(smtp.received.map((received) => received.to)).toEqual([[to]]);
  });

  test('keeps names and subject from becoming headers', async () => {
    const smtp = await startTestSmtp();
    const from = { ...mail.from, name: 'Bank\r\nBcc: all@b.example' };
    const subject = 'Yours\r\nBcc: all@b.example\r\n\r\nand a body';
    await over(`smtp://${smtp.address}`).send({ ...mail, from, subject }, never);
    const [received] = smtp.received;
    expect(received?.to).toEqual([mail.to]);
    expect(headerOf(received?.raw ?? '', 'Bcc')).toBeUndefined();
  });

  test('fails after ten seconds if the server accepts the connection, but never greets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = await startSilentServer();
    const codes: unknown[] = [];
    const failed = over(`smtp://${silent.address}`)
      .send(mail, never)
      .catch(({ code }) => codes.push(code));
    await once(silent.server, 'connection');
    // After two turns of the event loop, the client has noticed the connection and waits for the greeting.
    for (let turns = 0; turns < 2; turns += 1) await setImmediate();
    vi.advanceTimersByTime(9_999);
    await setImmediate();
    expect(codes).toEqual([]);
    vi.advanceTimersByTime(1);
    await failed;
    expect(codes).toEqual(['ETIMEDOUT']);
  });
});

describe('mail into files', () => {
  async function folder() {
    const dataDir = await freshFolder();
    return { dataDir, mailer: openMailer({ smtpUrl: undefined, dataDir }) };
  }

  test('is one file per message, named by its id and for this user only', async () => {
    const { dataDir, mailer } = await folder();
    await mailer.send(mail, never);
    expect(await readdir(join(dataDir, 'mail'))).toEqual([`${mail.id}.eml`]);
    const path = join(dataDir, 'mail', `${mail.id}.eml`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'mail'))).mode & 0o777).toBe(0o700);
    const raw = readable(await readFile(path));
    expect(headerOf(raw, 'To')).toBe(mail.to);
    expect(headerOf(raw, 'Message-ID')).toBe(`<${mail.id}@quillbrook.example>`);
    expect(raw).toContain(mail.html);
    expect(raw.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('is removed by its message id, even twice', async () => {
    const { dataDir, mailer } = await folder();
    await mailer.send(mail, never);
    await removeMailFile(dataDir, mail.id);
    await removeMailFile(dataDir, mail.id);
    expect(await readdir(join(dataDir, 'mail'))).toEqual([]);
  });

  test('is replaced by a repeat of the same message', async () => {
    const { dataDir, mailer } = await folder();
    await mailer.send(mail, never);
    await mailer.send({ ...mail, text: 'Once more' }, never);
    expect(await readdir(join(dataDir, 'mail'))).toEqual([`${mail.id}.eml`]);
    expect(readable(await readFile(join(dataDir, 'mail', `${mail.id}.eml`)))).toContain('Once more');
  });
});
