/** A mail server on the loopback interface, for tests and fault scripts. It records the emails that it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** An email that arrived, whether or not it was accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message in the form that `readable` returns. */
  readonly raw: string;
  readonly secure: boolean;
}

export interface TestSmtp {
  /** Host and port, such as `127.0.0.1:2525`. */
  readonly address: string;
  readonly received: ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly connections: () => number;
}

export interface TestSmtpOptions {
  /** The server calls this function for each complete message. If it rejects, the server responds with the error. */
  readonly onMail?: (mail: ReceivedMail) => Promise<void> | void;
  /** Options of the SMTP server. By default, it uses neither TLS nor passwords. */
  readonly server?: SMTPServerOptions;
}

/** Starts a server that closes when the test ends. */
export async function startTestSmtp(options: TestSmtpOptions = {}): Promise<TestSmtp> {
  const smtp = await openSmtp(options);
  onTestFinished(smtp.close);
  return smtp;
}

/** Starts a server that the caller must close. */
export async function openSmtp({
  onMail,
  server: more,
}: TestSmtpOptions = {}): Promise<TestSmtp & { readonly close: () => Promise<void> }> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 0,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: async (stream, { envelope, secure }, done) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: readable(Buffer.concat(chunks)),
          secure,
        };
        received.push(mail);
        await onMail?.(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    ...more,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Returns an error that the test mail server can send as its response. */
export function smtpRejection(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Decodes the ASCII characters in a message's quoted-printable body, so that tests can search the message for texts. */
export function readable(message: Buffer): string {
  const [head = '', ...body] = message.toString('utf8').split(/(?<=\r\n\r\n)/);
  const decoded = body
    .join('')
    .replace(/=\r\n/g, '')
    .replace(/=([2-7][0-9A-F])/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head}${decoded}`;
}

/** Returns the value of a message's header, with its folded lines joined. Returns undefined if the message has no such header. */
export function headerOf(raw: string, name: string): string | undefined {
  const head = raw.split('\r\n\r\n')[0] ?? '';
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim();
}
