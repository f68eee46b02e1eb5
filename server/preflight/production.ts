/** Finds settings that suit a trial but not production (X17; docs/decisions/production-refuses.md), without opening any file. */
import type { Settings } from '../config/settings.ts';
import { methodOf } from '../delivery/provider-delivery.ts';
import { hostAddresses } from '../net/service-addresses.ts';
import { sampleIn } from '../programs/agreement-text.ts';
import type { Program } from '../programs/programs.ts';

interface ProductionCheck {
  /** The name and value of the setting that confirms that the finding is intended, and a function that checks the setting. */
  readonly waiver: readonly [name: string, value: 'on' | 'off', isWaived: (settings: Settings) => boolean];
  /** True if the finding only causes a warning, not a failed start. Such a finding cannot lose or leak data. */
  readonly onlyWarns?: true;
  /** Returns a sentence about the problem and what it can cost, or false if there is no problem. */
  readonly problem: (settings: Settings, programs: readonly Program[]) => string | false;
}

/** Returns a `problem` function. It returns a sentence that lists the programs where `isFound` is true, and ends with `says`. */
function inPrograms(isFound: (program: Program) => unknown, says: string): ProductionCheck['problem'] {
  return (_, programs) => {
    const names = programs.filter(isFound).map(({ domainKey }) => domainKey);
    return (
      names.length > 0 && `The ${names.length === 1 ? 'program' : 'programs'} ${names.join(', ')} ${says}`
    );
  };
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
        `${open.join(' and ')} must require TLS with a verified certificate: set sslmode to verify-full. Otherwise, stored data crosses the network in plain text, or goes to a server that only pretends to be the database.`
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
    problem: inPrograms(
      ({ provider }) => methodOf(provider) === 'directory',
      'would deliver applications as files into DATA_DIR, where they are lost with the disk unless someone fetches them: set provider.delivery to https.',
    ),
  },
  {
    waiver: ['SAMPLE_AGREEMENTS', 'on', ({ sampleAgreements }) => sampleAgreements === 'on'],
    problem: (settings, programs) =>
      inPrograms(
        (program) => samplesOf(program).length > 0,
        `would have applicants agree to samples, which counsel has not written: ${[...new Set(programs.flatMap(samplesOf))].join(', ')}.`,
      )(settings, programs),
  },
  {
    waiver: ['DEMO_PROGRAM', 'on', ({ demoProgram }) => demoProgram === 'on'],
    problem: inPrograms(({ demo }) => demo, 'would tell real applicants that this is a demonstration.'),
  },
  {
    waiver: ['SANDBOX_PROVIDER', 'on', ({ sandboxProvider }) => sandboxProvider === 'on'],
    problem: inPrograms(({ provider }) => provider.sandbox, 'would deliver to the sandbox of a bank.'),
  },
];

/** Returns every finding about an installation, waived or not (docs/decisions/production-refuses.md). */
export function productionFindings(settings: Settings, programs: readonly Program[]) {
  return checks.flatMap(({ waiver: [setting, value, isWaived], onlyWarns, problem }) => {
    const found = problem(settings, programs);
    if (!found) return [];
    return [{ problem: found, waiver: { setting, value }, waived: isWaived(settings), refuses: !onlyWarns }];
  });
}

type ProductionFinding = ReturnType<typeof productionFindings>[number];

/** Returns a finding's problem, and a sentence about the setting that confirms, or can confirm, that the finding is intended. */
export function inWords({ problem, waiver: { setting, value }, waived }: ProductionFinding): string {
  return waived
    ? `${problem} ${setting} confirms that this is intended.`
    : `${problem} If this is intended, set ${setting} to ${value}.`;
}

/** Returns the problems that keep a production server from starting. Returns an empty list outside production. */
export function productionProblems(settings: Settings, programs: readonly Program[]): string[] {
  return inProduction(settings, programs, ({ refuses, waived }) => refuses && !waived);
}

/** Returns the warnings that a production server logs at its start: all findings except those that only warn and are waived. */
export function productionWarnings(settings: Settings, programs: readonly Program[]): string[] {
  return inProduction(settings, programs, ({ refuses, waived }) => refuses || !waived);
}

type Matches = (finding: ProductionFinding) => boolean;

function inProduction(settings: Settings, programs: readonly Program[], matches: Matches): string[] {
  const findings = settings.nodeEnv === 'production' ? productionFindings(settings, programs) : [];
  return findings.filter(matches).map(inWords);
}

/** Returns a phrase for each text of a program that contains a sample value, such as `terms holds "Sampletown"`. */
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

/** Returns true if the host of a database URL is this machine, or if the URL requires TLS with a verified host name. */
function isSafeConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.getAll('host').at(-1) ?? hostname;
  // A URL without a host uses PGHOST from the environment, which can be any host.
  const isHere = host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
  return isHere || searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
