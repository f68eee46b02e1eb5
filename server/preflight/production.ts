/**
 * What is fine for trying out and not in production: each finding is a sentence for the operator, and has a setting of its own
 * that says "it is meant" (X17; docs/decisions/production-refuses.md). Pure: nothing is opened or asked.
 */

import type { Settings } from '../config/settings.ts';
import { methodOf } from '../delivery/provider-delivery.ts';
import { hostAddresses } from '../net/database-addresses.ts';
import { sampleIn } from '../programs/agreement-text.ts';
import type { Program } from '../programs/programs.ts';

/** Something that is not safe in production. */
export interface ProductionFinding {
  /** What is wrong, and what it can cost. */
  readonly problem: string;
  /** The setting that says that it is meant, and the value that says so. */
  readonly waiver: { readonly setting: string; readonly value: 'on' | 'off' };
  /** Whether the setting says so. */
  readonly waived: boolean;
  /** Whether it stops the start unless it is waived: what could lose or leak something does. */
  readonly refuses: boolean;
}

interface Judged {
  readonly settings: Settings;
  readonly programs: readonly Program[];
}

interface ProductionCheck {
  readonly waiver: readonly [name: string, value: 'on' | 'off', isWaived: (settings: Settings) => boolean];
  readonly refuses: boolean;
  /** The problem, where it is there. */
  readonly problem: (judged: Judged) => string | undefined;
}

const checks: readonly ProductionCheck[] = [
  {
    waiver: ['DATABASE_TLS', 'off', ({ databaseTls }) => databaseTls === 'off'],
    refuses: true,
    problem: ({ settings: { databaseUrl, migrateDatabaseUrl } }) => {
      const open = Object.entries({
        DATABASE_URL: databaseUrl,
        MIGRATE_DATABASE_URL: migrateDatabaseUrl,
      }).flatMap(([name, url]) => ((hostAddresses(url ?? '') ?? []).every(isSafeWay) ? [] : [name]));
      return open.length === 0
        ? undefined
        : `${open.join(' and ')} must ask for TLS with a checked certificate: set sslmode to verify-full in it. Without that, all that is stored passes the network readable or to whoever answers.`;
    },
  },
  {
    waiver: ['MAIL_FILES', 'on', ({ mailFiles }) => mailFiles === 'on'],
    refuses: true,
    problem: ({ settings: { smtpUrl } }) =>
      smtpUrl === undefined
        ? 'SMTP_URL is not set: mails would stay in DATA_DIR as files, readable there, and reach nobody.'
        : undefined,
  },
  {
    waiver: ['VIRUS_SCAN', 'off', ({ virusScan }) => virusScan === 'off'],
    refuses: false,
    problem: ({ settings: { clamdUrl } }) =>
      clamdUrl === undefined
        ? 'CLAMD_URL is not set: documents are drawn anew, but no virus scanner looks at what came.'
        : undefined,
  },
  {
    waiver: ['LOAD_TEST', 'on', ({ loadTest }) => loadTest === 'on'],
    refuses: true,
    problem: ({ settings: { limitsFactor } }) =>
      limitsFactor === 1
        ? undefined
        : 'LIMITS_FACTOR is not 1: the limits against guessing keys and flooding are not those that were tested.',
  },
  {
    waiver: ['DELIVERY_FILES', 'on', ({ deliveryFiles }) => deliveryFiles === 'on'],
    refuses: true,
    problem: ({ programs }) =>
      ofPrograms(
        programs.filter(({ provider }) => methodOf(provider) === 'directory'),
        'would be delivered as files into DATA_DIR, where they are lost with the disk unless somebody fetches them: set provider.delivery to https.',
      ),
  },
  {
    waiver: ['SAMPLE_AGREEMENTS', 'on', ({ sampleAgreements }) => sampleAgreements === 'on'],
    refuses: true,
    problem: ({ programs }) =>
      ofPrograms(
        programs.filter((program) => samplesOf(program).length > 0),
        `would have applicants agree to samples, which counsel has not written: ${samplesIn(programs)}.`,
      ),
  },
  {
    waiver: ['DEMO_PROGRAM', 'on', ({ demoProgram }) => demoProgram === 'on'],
    refuses: true,
    problem: ({ programs }) =>
      ofPrograms(
        programs.filter(({ demo }) => demo),
        'would take real applications and say that this is a demonstration.',
      ),
  },
  {
    waiver: ['SANDBOX_PROVIDER', 'on', ({ sandboxProvider }) => sandboxProvider === 'on'],
    refuses: true,
    problem: ({ programs }) =>
      ofPrograms(
        programs.filter(({ provider }) => provider.sandbox),
        'would send real applications to the sandbox of a bank.',
      ),
  },
];

/** Everything that is not safe in production about an installation, waived or not, in the order of that page. */
export function productionFindings(settings: Settings, programs: readonly Program[]): ProductionFinding[] {
  return checks.flatMap(({ waiver: [name, value, isWaived], refuses, problem }) => {
    const found = problem({ settings, programs });
    if (found === undefined) return [];
    return [{ problem: found, waiver: { setting: name, value }, waived: isWaived(settings), refuses }];
  });
}

/** A finding as a sentence that says how it is waived. */
export function withWaiver({ problem, waiver }: ProductionFinding): string {
  return `${problem} If that is meant, set ${waiver.setting} to ${waiver.value}.`;
}

/** The sentences for which production does not start; none elsewhere. */
export function productionProblems(settings: Settings, programs: readonly Program[]): string[] {
  if (settings.nodeEnv !== 'production') return [];
  return productionFindings(settings, programs)
    .filter(({ refuses, waived }) => refuses && !waived)
    .map(withWaiver);
}

/** What a server in production says at its start: what it would rather have, and what would stop it were it not meant. */
export function productionWarnings(settings: Settings, programs: readonly Program[]): string[] {
  if (settings.nodeEnv !== 'production') return [];
  return productionFindings(settings, programs).flatMap((finding) => {
    if (!finding.waived) return [withWaiver(finding)];
    return finding.refuses ? [`${finding.problem} ${finding.waiver.setting} says that it is meant.`] : [];
  });
}

/** Names what holds something that only a sample does, each once: `terms holds "Sampletown"`. */
function samplesIn(programs: readonly Program[]): string {
  return [...new Set(programs.flatMap(samplesOf))].join(', ');
}

/** The samples in a program's texts, and in the addresses and the number that applicants find in them and beside them. */
function samplesOf({ agreements, termsUrl, provider, phone }: Program): string[] {
  const bodies = Object.entries(agreements).map(([name, { body }]) => [name, body] as const);
  const shown: readonly (readonly [name: string, text: string])[] = [
    ...bodies,
    ['termsUrl', termsUrl],
    ['provider.mailFrom', provider.mailFrom],
    ['phone', phone?.number ?? ''],
  ];
  return shown.flatMap(([name, text]) => {
    const sample = sampleIn(text);
    return sample === undefined ? [] : [`${name} holds "${sample}"`];
  });
}

function ofPrograms(found: readonly Program[], problem: string): string | undefined {
  const names = found.map(({ domainKey }) => domainKey).join(', ');
  if (found.length === 0) return undefined;
  return `The ${found.length === 1 ? 'program' : 'programs'} ${names} ${problem}`;
}

/** Whether nobody on the network can read or answer for the database: it is on this machine, or proves by TLS who it is. */
function isSafeWay(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.getAll('host').at(-1) ?? hostname;
  // Without a host in it, the environment of the process names one (PGHOST), which may be any.
  const isHere = host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
  return isHere || searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
