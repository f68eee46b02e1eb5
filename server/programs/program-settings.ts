import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { type Language, languages } from '../../copy/language.ts';
import { copyWith, optionalLabelErrors, type ProgramWords, wordErrors } from '../../copy/program-words.ts';
import { type Overrides, overrideErrors } from '../../form/fields/form.ts';
import { organizationTypes } from '../../form/lists/organization-types.ts';
import type { GuarantorLine } from '../../form/state/guarantor.ts';
import { type Checked, checkShape, unless } from '../config/checked.ts';
import { parseRanges } from '../net/client-address.ts';
import { allowedAddresses, literalAddress } from '../net/outgoing-address.ts';
import { defaultCopy } from './default-copy.ts';
import { hostOf } from './program-hosts.ts';
import { closedObject, oneOf, wholeNumber } from './schema-parts.ts';

/** Declares the schema of a program's `program.json` (D20). Also finds the problems of a file, and describes them. */

function text(maxLength: number) {
  return Type.String({
    maxLength,
    pattern: String.raw`^[^\s\p{C}]([^\p{C}]*[^\s\p{C}])?$`,
    description: `1 to ${maxLength} characters on one line, without spaces at its ends`,
  });
}

const milliseconds = (minimum: number) => wholeNumber(minimum, 43_200_000, { prefix: 'milliseconds, ' });

const slug = Type.String({
  maxLength: 40,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'up to 40 lowercase letters and digits, in parts joined by hyphens',
});
const storeId = Type.String({ pattern: '^[0-9]{8}$', description: '8 digits, in quotes' });
const flag = Type.Boolean({ description: 'true or false' });
const hostPattern = String.raw`[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*`;
const host = Type.String({
  maxLength: 253,
  pattern: `^${hostPattern}$`,
  description: 'a host name in lowercase, without port',
});
const originForm = 'an https origin in lowercase without a path, like https://apply.acme.example';
const origin = Type.String({
  maxLength: 300,
  pattern: `^https://${hostPattern}(:[0-9]{1,5})?$`,
  description: originForm,
});
/** A host of the program. A public origin (D70) can be given, and must be given if it is not `https://{host}`. */
const hostEntry = Type.Union([host, closedObject({ host, origin })]);

/** How a provider receives submissions (D33): as files in `DATA_DIR/deliveries`, or by POST to the provider's server. */
const deliverySchema = Type.Union(
  [
    closedObject({ way: Type.Literal('directory') }),
    closedObject({
      way: Type.Literal('https'),
      url: Type.String({
        maxLength: 500,
        pattern: String.raw`^https://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?(/[^\s"<>\\#]*)?$`,
        description: 'a full https address',
      }),
      /** The private address ranges that may contain the provider's server (X15). */
      privateAddresses: Type.Optional(
        Type.Array(Type.String({ description: 'an address or a range such as 10.20.0.0/16' }), {
          minItems: 1,
        }),
      ),
    }),
  ],
  { description: 'an object with the way "directory" or "https"' },
);

const providerSchema = closedObject({
  providerId: slug,
  name: text(100),
  fullName: text(100),
  abbrev: text(10),
  /** The sender address of all emails to applicants (D34, D55). */
  mailFrom: Type.String({
    maxLength: 100,
    pattern: String.raw`^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`,
    description: 'an email address',
  }),
  delivery: Type.Optional(deliverySchema),
  /** Whether deliveries go to the provider's test system. Production refuses such a program unless SANDBOX_PROVIDER is on. */
  sandbox: Type.Optional(flag),
});

/** Returns the schema of a program's own text, which must have an entry for each language of the product (D50). */
function localText(maxLength: number) {
  const each = languages.map((language) => [language, text(maxLength)] as const);
  return closedObject(Object.fromEntries(each) as Record<Language, ReturnType<typeof text>>);
}

const phoneSchema = closedObject({
  number: text(30),
  hours: localText(60),
  /** The IANA time zone in which `hours` are given, such as America/Chicago. Emails give times in this time zone, too. */
  timeZone: Type.Optional(
    oneOf(Intl.supportedValuesOf('timeZone'), 'an IANA time zone like America/Chicago'),
  ),
});

/** The names of the icons for benefits, which `server/page/artwork.ts` draws. */
export const benefitIcons = ['mower', 'wrench', 'people', 'shop', 'calendar', 'dollar', 'shield'] as const;

const benefitSchema = closedObject({
  icon: oneOf(benefitIcons),
  title: localText(40),
  text: localText(60),
});

/** A step after submission. It has no deadline unless the bank promises one. */
const stepSchema = closedObject({
  title: localText(60),
  text: Type.Optional(localText(120)),
  /** The deadline, counted from the submission. Only one of `withinBusinessDays` and `withinDays` can be set. */
  withinBusinessDays: Type.Optional(wholeNumber(1, 60)),
  withinDays: Type.Optional(wholeNumber(1, 90)),
});

const organizationType = oneOf(organizationTypes, 'an organization type of the form');

const guarantorLineSchema = closedObject({
  organizationType: Type.Optional(Type.Array(organizationType, { minItems: 1 })),
  minYearsInBusiness: Type.Optional(wholeNumber(0, 9999)),
  minAnnualSalesAmount: Type.Optional(wholeNumber(0, 999_999_999)),
  required: flag,
});

/** Maximum retention period of submissions, in months (D38). */
export const mostRetentionMonths = 120;

const webAddress = Type.String({
  maxLength: 500,
  pattern: String.raw`^https://[a-z0-9.-]+(:[0-9]+)?(/[^\s"<>\\]*)?$`,
  description: 'a full https address',
});

const programSettingsSchema = closedObject({
  domainKey: slug,
  name: text(60),
  themeKey: slug,
  hosts: Type.Array(hostEntry, { minItems: 1 }),
  termsUrl: webAddress,
  storeId,
  assetLocation: Type.String({
    maxLength: 200,
    pattern: '^(/[a-z0-9-]+)+$',
    description: 'a path of lowercase letters, digits and hyphens, like /assets/programs/toro',
  }),
  provider: providerSchema,
  merchant: Type.Optional(closedObject({ name: text(100), helpText: text(500) })),
  phone: Type.Optional(phoneSchema),
  benefits: Type.Optional(
    Type.Array(benefitSchema, { minItems: 1, maxItems: 3, description: 'a list of one to three' }),
  ),
  afterSubmission: Type.Optional(
    Type.Array(stepSchema, { minItems: 1, maxItems: 6, description: 'a list of one to six' }),
  ),
  /**
   * Milliseconds without activity after which the page shows the warning. At least a minute, because a smaller number is probably
   * in seconds. At most 12 hours, because a session lasts no longer (D23).
   */
  sessionTimeoutMillis: Type.Optional(milliseconds(60_000)),
  /** Milliseconds for which the page shows the warning before the session ends. At least 20 seconds (D24). */
  sessionWarnCountdownMillis: Type.Optional(milliseconds(20_000)),
  /** Months for which the server stores a submitted application. Regulation B requires at least 12 (12 CFR 1002.12(b)). */
  retentionMonths: Type.Optional(wholeNumber(12, mostRetentionMonths)),
  /** Whether a draft can be resumed (D55), and for how long after the last answer: `hours` on the device, and `days` by email. */
  resume: Type.Optional(
    closedObject({
      onDevice: Type.Optional(flag),
      byEmail: Type.Optional(flag),
      hours: Type.Optional(wholeNumber(1, 72)),
      days: Type.Optional(wholeNumber(1, 30)),
    }),
  ),
  /** Set if the program serves California. The share-information screen then shows the notice for California (D60). */
  california: Type.Optional(
    closedObject({ privacyUrl: webAddress, requestsUrl: webAddress, phone: text(30) }),
  ),
  proofOfEntityRequired: flag,
  /** Whether the provider also receives documents as they were uploaded, without disarming (D61). */
  deliverOriginals: Type.Optional(flag),
  /** Whether another operator must approve each call that reveals sensitive answers, or exports applications or documents. */
  fourEyes: Type.Optional(flag),
  guarantor: Type.Array(guarantorLineSchema, { minItems: 1 }),
  entityKeys: Type.Optional(Type.Array(closedObject({ key: Type.String({ description: 'text' }), storeId }))),
  demo: Type.Optional(flag),
  fields: Type.Optional(
    Type.Unsafe<Overrides>({ type: 'object', description: 'an object with a field in each entry' }),
  ),
  words: Type.Optional(
    Type.Unsafe<ProgramWords>({ type: 'object', description: 'an object with a language in each entry' }),
  ),
});

/** The content of `program.json`. Settings that have a default may be absent. */
export type ProgramSettings = Static<typeof programSettingsSchema>;

/** The bank that issues the card: its names, the sender of its emails, and how deliveries reach the bank. */
export type Provider = Static<typeof providerSchema>;

/** The defaults of `program.json` (D24, D38). */
export const programDefaults = {
  resume: { onDevice: true, byEmail: true, hours: 24, days: 5 },
  sessionTimeoutMillis: 600_000,
  sessionWarnCountdownMillis: 30_000,
  retentionMonths: 25,
  deliverOriginals: false,
  fourEyes: false,
  entityKeys: [] as { key: string; storeId: string }[],
  demo: false,
  fields: {} as Overrides,
  words: {} as ProgramWords,
};

/** Returns how long a draft can be resumed on the device or by email, in milliseconds after the last stored answer (D55). */
export function lastsMillis(
  { hours, days }: typeof programDefaults.resume,
  kind: 'device' | 'email',
): number {
  return (kind === 'device' ? hours : days * 24) * 60 * 60_000;
}

/** Returns the settings or their problems. If they match the schema, also checks the rules that no schema can express. */
export function checkProgramSettings(value: unknown): Checked<ProgramSettings> {
  const shape = checkShape(programSettingsSchema, value);
  if (!shape.ok) return shape;
  const { hosts, provider, guarantor, phone, california } = shape.value;
  const { entityKeys = [], fields = {}, words = {}, afterSubmission = [] } = shape.value;
  const problems = [
    ...Object.entries({ 'phone.number': phone?.number, 'california.phone': california?.phone }).flatMap(
      ([name, number]) => (number && !e164Number(number) ? [`${name} is not a valid phone number`] : []),
    ),
    ...afterSubmission.flatMap(({ withinBusinessDays, withinDays }, index) =>
      withinBusinessDays !== undefined && withinDays !== undefined
        ? [`afterSubmission[${index}] has both withinBusinessDays and withinDays`]
        : [],
    ),
    ...hostProblems(hosts),
    ...guarantorErrors(guarantor),
    ...entityKeys.flatMap(({ key }, index) => {
      const isRepeated = entityKeys.findIndex((other) => other.key === key) < index;
      const problem = isRepeated ? 'is listed twice' : entityKeyProblem(key);
      return problem ? [`entityKeys[${index}].key "${key}" ${problem}`] : [];
    }),
    ...fieldErrors(fields, words),
    ...deliveryProblems(provider.delivery),
  ];
  return unless(problems, shape.value);
}

/** Returns a phone number in E.164, such as +18005550199, or undefined if it is invalid. Without +, it must be a US number. */
export function e164Number(number: string): string | undefined {
  if (!/^\+?[0-9(][0-9 ().-]*$/.test(number)) return undefined;
  const digits = number.replace(/[^0-9]/g, '');
  if (number.startsWith('+')) return /^[1-9][0-9]{7,14}$/.test(digits) ? `+${digits}` : undefined;
  return /^1?[2-9][0-9]{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined;
}

/** Returns the problems in a program's overrides and words. If there are none, returns the conflicts between the two. */
function fieldErrors(fields: Overrides, words: ProgramWords): string[] {
  const errors = [...overrideErrors(fields), ...wordErrors(words)];
  if (errors.length > 0) return errors;
  return optionalLabelErrors(copyWith(defaultCopy, words[defaultCopy.language] ?? {}), fields);
}

function deliveryProblems(delivery: Provider['delivery']): string[] {
  if (delivery?.way !== 'https') return [];
  const { url, privateAddresses = [] } = delivery;
  const wrong = privateAddresses.filter((range) => parseRanges(range) === undefined);
  if (wrong.length > 0)
    return wrong.map((range) => `provider.delivery.privateAddresses: "${range}" is not an address range`);
  if (!URL.canParse(url)) return ['provider.delivery.url must be a full https address'];
  const literal = literalAddress(new URL(url));
  return literal !== undefined && !allowedAddresses(privateAddresses)(literal)
    ? ['provider.delivery.url has an address that is not public; list it in privateAddresses']
    : [];
}

/** Returns the problems in `hosts`: hosts with two origins, and origins that no browser sends, such as origins with port 443. */
function hostProblems(hosts: ProgramSettings['hosts']): string[] {
  return hosts.flatMap((entry, index) => {
    const first = hosts.findIndex((other) => hostOf(other) === hostOf(entry));
    const differs = !isDeepStrictEqual(hosts[first], entry);
    return [
      ...(differs ? [`hosts[${index}] "${hostOf(entry)}" is listed twice with different origins`] : []),
      ...(typeof entry === 'object' && URL.parse(entry.origin)?.origin !== entry.origin
        ? [`hosts[${index}].origin must be ${originForm}`]
        : []),
    ];
  });
}

function guarantorErrors(rules: readonly GuarantorLine[]): string[] {
  const last = rules.length - 1;
  const matchesAll = (rule: GuarantorLine) => Object.keys(rule).every((name) => name === 'required');
  return rules.flatMap((rule, index) => {
    if (index === last && !matchesAll(rule))
      return [`guarantor[${index}], the last line, must match everything`];
    if (index < last && matchesAll(rule))
      return [`guarantor[${index}] matches everything, so the lines after it are never used`];
    return [];
  });
}

const reservedWord = /^(apply|start|error|api|assets|health|docs|metrics|resume|status)$/;

/** If a string can't be an entity key (D22), returns the reason as the end of a sentence. Otherwise, returns null. */
export function entityKeyProblem(key: string): string | null {
  if (!/^[a-z0-9-]{3,40}$/.test(key)) return 'must be 3 to 40 lowercase letters, digits and hyphens';
  if (reservedWord.test(key)) return 'is a reserved word';
  if (/^[0-9]{16}$/.test(key.replaceAll('-', ''))) return 'has 16 digits, which makes it a start key';
  return null;
}
