import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { type Language, languages } from '../../copy/language.ts';
import { copyWith, optionalLabelErrors, type ProgramWords, wordErrors } from '../../copy/program-words.ts';
import { type Overrides, overrideErrors } from '../../form/fields/form.ts';
import { type OrganizationType, organizationTypes } from '../../form/lists/organization-types.ts';
import type { GuarantorLine } from '../../form/state/guarantor.ts';
import { type Checked, checkShape, unless } from '../config/checked.ts';
import { parseRanges } from '../net/client-address.ts';
import { allowedAddresses, literalAddress } from '../net/outgoing-address.ts';
import { defaultCopy } from './default-copy.ts';
import { hostOf } from './program-hosts.ts';

/**
 * A program's `program.json` (D20): its shape, its limits, and the words for its problems. Each `description` completes
 * the sentence "{field} must be …".
 */

const closed = { additionalProperties: false };

function text(maxLength: number) {
  return Type.String({
    maxLength,
    pattern: String.raw`^[^\s\p{C}]([^\p{C}]*[^\s\p{C}])?$`,
    description: `1 to ${maxLength} characters on one line, without spaces at its ends`,
  });
}

function milliseconds(minimum: number) {
  return Type.Integer({
    minimum,
    maximum: 43_200_000,
    description: `milliseconds, a whole number of ${minimum} to 43200000`,
  });
}

function wholeNumber(maximum: number) {
  return Type.Integer({ minimum: 0, maximum, description: `a whole number of 0 to ${maximum}` });
}

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
  description: 'a host name in lower case, without port',
});
const originForm = 'an https origin in lower case without a path, like https://apply.acme.example';
const origin = Type.String({
  maxLength: 300,
  pattern: `^https://${hostPattern}(:[0-9]{1,5})?$`,
  description: originForm,
});
/** A host that requests name, and the public origin of the page there where it differs or is to be certain (D70). */
const hostEntry = Type.Union([host, Type.Object({ host, origin }, closed)]);

/** How a provider gets what was submitted (D33): as files in `DATA_DIR/deliveries`, or by POST to its server. */
const deliverySchema = Type.Union(
  [
    Type.Object({ way: Type.Literal('directory') }, closed),
    Type.Object(
      {
        way: Type.Literal('https'),
        url: Type.String({
          maxLength: 500,
          pattern: String.raw`^https://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?(/[^\s"<>\\#]*)?$`,
          description: 'a full https address',
        }),
        /** Private address ranges that the provider's server may be in (X15). */
        privateAddresses: Type.Optional(
          Type.Array(Type.String({ description: 'an address or a range such as 10.20.0.0/16' }), {
            minItems: 1,
          }),
        ),
      },
      closed,
    ),
  ],
  { description: 'an object with the way "directory" or "https"' },
);

const providerSchema = Type.Object(
  {
    providerId: slug,
    name: text(100),
    fullName: text(100),
    abbrev: text(10),
    /** Sender of the confirmation (D34). */
    mailFrom: Type.String({
      maxLength: 100,
      pattern: String.raw`^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`,
      description: 'an email address',
    }),
    delivery: Type.Optional(deliverySchema),
    /** Whether this is where the provider tries things out: production sends nothing there. */
    sandbox: Type.Optional(flag),
  },
  closed,
);

/** A program's own text, in each language that the product speaks (D50). */
function localText(maxLength: number) {
  const each = languages.map((language) => [language, text(maxLength)] as const);
  return Type.Object(Object.fromEntries(each) as Record<Language, ReturnType<typeof text>>, closed);
}

/** Whom to call: the number as it is shown, and when somebody answers. */
const phoneSchema = Type.Object({ number: text(30), hours: localText(60) }, closed);

/** The icons that a benefit may stand beside; `server/page/artwork.ts` draws them. */
export const benefitIcons = ['mower', 'wrench', 'people', 'shop', 'calendar', 'dollar', 'shield'] as const;

const benefitSchema = Type.Object(
  {
    icon: Type.Unsafe<(typeof benefitIcons)[number]>({
      type: 'string',
      enum: [...benefitIcons],
      description: `one of ${benefitIcons.join(', ')}`,
    }),
    title: localText(40),
    text: localText(60),
  },
  closed,
);

/** A step after submission; without a time where the bank promises none. */
const stepSchema = Type.Object(
  {
    title: localText(60),
    text: Type.Optional(localText(120)),
    /** Counted from the submission; of the two at most one. */
    withinBusinessDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60, description: 'a whole number of 1 to 60' }),
    ),
    withinDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'a whole number of 1 to 90' }),
    ),
  },
  closed,
);

const organizationType = Type.Unsafe<OrganizationType>({
  type: 'string',
  enum: [...organizationTypes],
  description: 'an organization type of the form',
});

const guarantorLineSchema = Type.Object(
  {
    organizationType: Type.Optional(Type.Array(organizationType, { minItems: 1 })),
    minYearsInBusiness: Type.Optional(wholeNumber(9999)),
    minAnnualSalesAmount: Type.Optional(wholeNumber(999_999_999)),
    required: flag,
  },
  closed,
);

/** The longest that a program may keep what was submitted, in months (D38). */
export const mostRetentionMonths = 120;

const programSettingsSchema = Type.Object(
  {
    domainKey: slug,
    name: text(60),
    themeKey: slug,
    hosts: Type.Array(hostEntry, { minItems: 1 }),
    termsUrl: Type.String({
      maxLength: 500,
      pattern: String.raw`^https://[a-z0-9.-]+(:[0-9]+)?(/[^\s"<>\\]*)?$`,
      description: 'a full https address',
    }),
    storeId,
    assetLocation: Type.String({
      maxLength: 200,
      pattern: '^(/[a-z0-9-]+)+$',
      description: 'a path of lowercase letters, digits and hyphens, like /assets/programs/toro',
    }),
    provider: providerSchema,
    merchant: Type.Optional(Type.Object({ name: text(100), helpText: text(500) }, closed)),
    phone: Type.Optional(phoneSchema),
    benefits: Type.Optional(
      Type.Array(benefitSchema, { minItems: 1, maxItems: 3, description: 'a list of one to three' }),
    ),
    afterSubmission: Type.Optional(
      Type.Array(stepSchema, { minItems: 1, maxItems: 6, description: 'a list of one to six' }),
    ),
    /** At least a minute, because less means seconds written by mistake; at most D23's absolute 12 h. */
    sessionTimeoutMillis: Type.Optional(milliseconds(60_000)),
    /** Never under 20 s (D24). */
    sessionWarnCountdownMillis: Type.Optional(milliseconds(20_000)),
    /** Regulation B keeps business applications for 12 months at least (12 CFR 1002.12(b)). */
    retentionMonths: Type.Optional(
      Type.Integer({
        minimum: 12,
        maximum: mostRetentionMonths,
        description: `a whole number of 12 to ${mostRetentionMonths}`,
      }),
    ),
    /** Coming back to a draft (D55): which ways there are, and for how long after the last stored answer. */
    resume: Type.Optional(
      Type.Object(
        {
          onDevice: Type.Optional(flag),
          byEmail: Type.Optional(flag),
          hours: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 72, description: 'a whole number of 1 to 72' }),
          ),
          days: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 30, description: 'a whole number of 1 to 30' }),
          ),
        },
        closed,
      ),
    ),
    proofOfEntityRequired: flag,
    /** Whether the provider gets documents as they came too, not disarmed (D61). */
    deliverOriginals: Type.Optional(flag),
    /** Whether another operator must approve what an operator reveals or exports. */
    fourEyes: Type.Optional(flag),
    guarantor: Type.Array(guarantorLineSchema, { minItems: 1 }),
    entityKeys: Type.Optional(
      Type.Array(Type.Object({ key: Type.String({ description: 'text' }), storeId }, closed)),
    ),
    demo: Type.Optional(flag),
    fields: Type.Optional(
      Type.Unsafe<Overrides>({ type: 'object', description: 'an object with a field in each entry' }),
    ),
    words: Type.Optional(
      Type.Unsafe<ProgramWords>({ type: 'object', description: 'an object with a language in each entry' }),
    ),
  },
  closed,
);

/** `program.json` as written: what has a default may be absent. */
export type ProgramSettings = Static<typeof programSettingsSchema>;

/** The bank behind the card: its names, as in the response to a start, and how it is reached. */
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

/** For how long after its last stored answer a draft can be continued in a way (D55), in milliseconds. */
export function lastsMillis({ hours, days }: typeof programDefaults.resume, way: 'device' | 'email'): number {
  return (way === 'device' ? hours : days * 24) * 60 * 60_000;
}

/** The settings, or every problem with them: first of their shape, then of what a shape cannot express. */
export function checkProgramSettings(value: unknown): Checked<ProgramSettings> {
  const shape = checkShape(programSettingsSchema, value);
  if (!shape.ok) return shape;
  const { guarantor, entityKeys = [], fields = {}, words = {}, phone, afterSubmission = [] } = shape.value;
  const problems = [
    ...(phone && dialled(phone.number) === undefined
      ? ['phone.number is no number that can be dialled']
      : []),
    ...afterSubmission.flatMap(({ withinBusinessDays, withinDays }, index) =>
      withinBusinessDays !== undefined && withinDays !== undefined
        ? [`afterSubmission[${index}] has both withinBusinessDays and withinDays`]
        : [],
    ),
    ...hostProblems(shape.value.hosts),
    ...guarantorErrors(guarantor),
    ...entityKeyListProblems(entityKeys.map(({ key }) => key)),
    ...fieldErrors(fields, words),
    ...deliveryProblems(shape.value.provider.delivery),
  ];
  return unless(problems, shape.value);
}

/**
 * A phone number as it is dialled, like +18005550199; undefined where it cannot be. Without a country it is one of the
 * United States (ITU-T E.164).
 */
export function dialled(number: string): string | undefined {
  if (!/^\+?[0-9(][0-9 ().-]*$/.test(number)) return undefined;
  const digits = number.replace(/[^0-9]/g, '');
  if (number.startsWith('+')) return /^[1-9][0-9]{7,14}$/.test(digits) ? `+${digits}` : undefined;
  return /^1?[2-9][0-9]{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined;
}

/** The problems with a program's limits and words; the two are checked together once each is valid by itself. */
function fieldErrors(fields: Overrides, words: ProgramWords): string[] {
  const errors = [...overrideErrors(fields), ...wordErrors(words)];
  if (errors.length > 0) return errors;
  return optionalLabelErrors(copyWith(defaultCopy, words[defaultCopy.language] ?? {}), fields);
}

/** Invalid ranges, and a URL that could never be reached (X15). */
function deliveryProblems(delivery: Provider['delivery']): string[] {
  if (delivery?.way !== 'https') return [];
  const { url, privateAddresses = [] } = delivery;
  const wrong = privateAddresses.filter((range) => parseRanges(range) === undefined);
  if (wrong.length > 0)
    return wrong.map((range) => `provider.delivery.privateAddresses: "${range}" is no range of addresses`);
  if (!URL.canParse(url)) return ['provider.delivery.url must be a full https address'];
  const literal = literalAddress(new URL(url));
  return literal !== undefined && !allowedAddresses(privateAddresses)(literal)
    ? ['provider.delivery.url leads to an address that is not public; name it in privateAddresses']
    : [];
}

/** Hosts that are there twice with different origins, and origins that no browser writes, as with the port 443. */
function hostProblems(hosts: ProgramSettings['hosts']): string[] {
  return hosts.flatMap((entry, index) => {
    const first = hosts.findIndex((other) => hostOf(other) === hostOf(entry));
    const differs = !isDeepStrictEqual(hosts[first], entry);
    return [
      ...(differs ? [`hosts[${index}] "${hostOf(entry)}" is there twice with different origins`] : []),
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
      return [`guarantor[${index}] matches everything, so no line after it counts`];
    return [];
  });
}

function entityKeyListProblems(keys: readonly string[]): string[] {
  return keys.flatMap((key, index) => {
    const problem = keys.indexOf(key) < index ? 'is there twice' : entityKeyProblem(key);
    return problem ? [`entityKeys[${index}].key "${key}" ${problem}`] : [];
  });
}

const reservedWords = [
  'apply',
  'start',
  'error',
  'api',
  'assets',
  'health',
  'docs',
  'metrics',
  'resume',
  'status',
];

/** Why a text cannot be an entity key (D22), as the end of a sentence about it, or null when it can. */
export function entityKeyProblem(key: string): string | null {
  if (!/^[a-z0-9-]{3,40}$/.test(key)) return 'must be 3 to 40 lowercase letters, digits and hyphens';
  if (reservedWords.includes(key)) return 'is a reserved word';
  if (/^[0-9]{16}$/.test(key.replaceAll('-', ''))) return 'has 16 digits, which makes it a start key';
  return null;
}
