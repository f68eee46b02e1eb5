/** Creates TLS certificates for tests on the loopback interface, with openssl. */
import { execFileSync } from 'node:child_process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Whether openssl is installed. Without openssl, tests that need a certificate are skipped. */
export const hasOpenssl = runs('openssl', 'version');

/** Returns whether a program can be run. */
export function runs(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Creates a self-signed certificate for localhost, bank.example and two loopback addresses. It is valid for two days. */
export function newCertificate(): TestCertificate {
  const made = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-keyout', '-', '-out', '-'],
      ...['-addext', 'subjectAltName=DNS:localhost,DNS:bank.example,IP:127.0.0.1,IP:127.0.0.2'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[^-]+-----END ${name}-----\n`).exec(made)?.[0] ?? '';
  return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
}

/**
 * Creates a certificate that all connections of this process trust from now on. In tests, `check-left-behind.ts` ends this trust
 * at the end of the test file.
 */
export function trustedCertificate(): TestCertificate {
  const made = newCertificate();
  setDefaultCACertificates([...getCACertificates('default'), made.cert]);
  return made;
}
