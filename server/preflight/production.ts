/**
 * Finds settings that suit a trial but not production. Each finding is a sentence for the operator, and has its own setting by
 * which the operator confirms that it is intended (X17; docs/decisions/production-refuses.md). Opens no file and makes no network
 * call.
 */
import type { Settings } from '../config/settings.ts';
import { methodOf } from '../delivery/provider-delivery.ts';
import { hostAddresses } from '../net/service-addresses.ts';
import { sampleIn } from '../programs/agreement-text.ts';
import type { Program } from '../programs/programs.ts';

interface ProductionCheck {
  /** The setting, and its value, by which the operator confirms that the finding is intended. */
  readonly waiver: readonly [name: string, value: 'on' | 'off', isWaived: (settings: Settings) => boolean];
  /** True if the finding does not prevent the start, because it cannot lose or leak data. */
  readonly onlyWarns?: true;
  /** Returns a sentence about the problem and what it can cost, or false if there is no problem. */
  readonly problem: (settings: Settings, programs: readonly Program[]) => string | false;
}

const checks: readonly ProductionCheck[] = [
  {
    waiver: ['DATABASE_TLS', 'off', ({ databaseTls }) => databaseTls === 'off'],
    problem: ({ databaseUrl, migrateDatabaseUrl }) => {
      const urls = { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl };
      const open = Object.entries(urls)
        .filter(([, url]) => !(hostAddresses(url ?? '') ?? []).every(isSafeConnection))
        .map(([name]) => name);
      return (
        open.length > 0 &&
        `${open.join(' and ')} must ask for TLS with a checked certificate: set sslmode to verify-full in it. Without that, stored data crosses the network in plain text, or goes to a server that only pretends to be the database.`
      );
    },
  },
  {
    waiver: ['MAIL_FILES', 'on', ({ mailFiles }) => mailFiles === 'on'],
    problem: ({ smtpUrl }) =>
      smtpUrl === undefined &&
      'SMTP_URL is not set: mails would be written to DATA_DIR as readable files, and would never be sent.',
  },
  {
    waiver: ['VIRUS_SCAN', 'off', ({ virusScan }) => virusScan === 'off'],
    onlyWarns: true,
    problem: ({ clamdUrl }) =>
      clamdUrl === undefined &&
      'CLAMD_URL is not set: documents are redrawn, but no virus scanner checks the originals.',
  },
  {
    waiver: ['LOAD_TEST', 'on', ({ loadTest }) => loadTest === 'on'],
    problem: ({ limitsFactor }) =>
      limitsFactor !== 1 &&
      'LIMITS_FACTOR is not 1: the limits against guessing keys and flooding are not the tested ones.',
  },
  {
    waiver: ['DELIVERY_FILES', 'on', ({ deliveryFiles }) => deliveryFiles === 'on'],
    problem: (_, programs) =>
      ofPrograms(
        programs.filter(({ provider }) => methodOf(provider) === 'directory'),
        'would be delivered as files into DATA_DIR, where they are lost with the disk unless someone fetches them: set provider.delivery to https.',
      ),
  },
  {
    waiver: ['SAMPLE_AGREEMENTS', 'on', ({ sampleAgreements }) => sampleAgreements === 'on'],
    problem: (_, programs) =>
      ofPrograms(
        programs.filter((program) => samplesOf(program).length > 0),
        `would have applicants agree to samples, which counsel has not written: ${[...new Set(programs.flatMap(samplesOf))].join(', ')}.`,
      ),
  },
  {
    waiver: ['DEMO_PROGRAM', 'on', ({ demoProgram }) => demoProgram === 'on'],
    problem: (_, programs) =>
      ofPrograms(
        programs.filter(({ demo }) => demo),
        'would take real applications and say that this is a demonstration.',
      ),
  },
  {
    waiver: ['SANDBOX_PROVIDER', 'on', ({ sandboxProvider }) => sandboxProvider === 'on'],
    problem: (_, programs) =>
      ofPrograms(
        programs.filter(({ provider }) => provider.sandbox),
        'would send real applications to the sandbox of a bank.',
      ),
  },
];

/** Returns every finding about an installation, waived or not, in the order of docs/decisions/production-refuses.md. */
export function productionFindings(settings: Settings, programs: readonly Program[]) {
  return checks.flatMap(({ waiver: [setting, value, isWaived], onlyWarns, problem }) => {
    const found = problem(settings, programs);
    if (!found) return [];
    return [{ problem: found, waiver: { setting, value }, waived: isWaived(settings), refuses: !onlyWarns }];
  });
}

type ProductionFinding = ReturnType<typeof productionFindings>[number];

/** Returns a finding as a sentence that names its waiver, and says whether it is waived. */
export function inWords({ problem, waiver: { setting, value }, waived }: ProductionFinding): string {
  return waived
    ? `${problem} ${setting} says that it is meant.`
    : `${problem} If that is meant, set ${setting} to ${value}.`;
}

/** Returns the problems that keep a production server from starting; an empty list outside production. */
export function productionProblems(settings: Settings, programs: readonly Program[]): string[] {
  return findingsOfProduction(settings, programs)
    .filter(({ refuses, waived }) => refuses && !waived)
    .map(inWords);
}

/** Returns the warnings that a production server logs at its start: all findings except the waived ones that would only warn. */
export function productionWarnings(settings: Settings, programs: readonly Program[]): string[] {
  return findingsOfProduction(settings, programs)
    .filter(({ refuses, waived }) => refuses || !waived)
    .map(inWords);
}

function findingsOfProduction(settings: Settings, programs: readonly Program[]) {
  return settings.nodeEnv === 'production' ? productionFindings(settings, programs) : [];
}

/**
 * Returns the sample values in a program's texts, addresses and phone number, which applicants see, such as
 * `terms holds "Sampletown"`.
 */
function samplesOf({ agreements, termsUrl, provider, phone }: Program): string[] {
  const shown: readonly (readonly [name: string, text: string])[] = [
    ...Object.entries(agreements).map(([name, { body }]) => [name, body] as const),
    ['termsUrl', termsUrl],
    ['provider.mailFrom', provider.mailFrom],
    ['phone', phone?.number ?? ''],
  ];
  return shown.flatMap(([name, text]) => {
    const sample = sampleIn(text);
    return sample === undefined ? [] : [`${name} holds "${sample}"`];
  });
}

function ofPrograms(found: readonly Program[], problem: string): string | false {
  const names = found.map(({ domainKey }) => domainKey).join(', ');
  return found.length > 0 && `The ${found.length === 1 ? 'program' : 'programs'} ${names} ${problem}`;
}

/** Returns whether a database URL names this machine or requires TLS with a verified host name. */
function isSafeConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.getAll('host').at(-1) ?? hostname;
  // A URL without a host uses PGHOST from the environment, which can be any host.
  const isHere = host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
  return isHere || searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
