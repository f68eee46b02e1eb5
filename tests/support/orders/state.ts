/** The states and commands of the model of the API, as plain data. */

export type Kind = 'applicant' | 'owner' | 'authorized_user';
export type Agreement = 'esign' | 'terms' | 'guarantor' | 'controlling-party';
export type OrganizationType = 'llc' | 'corporation' | 'sole_proprietorship' | 'municipality' | 'non_profit';
export type Disclosure = 'shareInformation' | 'authority' | 'noOtherOwners';

/** The properties of a program that the expected responses depend on. */
export interface ProgramFacts {
  readonly host: string;
  readonly domainKey: string;
  readonly isProofRequired: boolean;
  /** The number of years in business at which a guarantor is no longer required. Undefined if the years do not matter. */
  readonly freeFromYears?: number;
}

export interface Person {
  /** Identifies the person in the model. The API uses an id instead. */
  readonly key: number;
  readonly kind: Kind;
  readonly name: string;
  readonly share: number | null;
  /** Whether the person has a Social Security number, which submit requires. */
  readonly hasSsn: boolean;
}

/** `lost`: the consent was given, but is void because the agreement's text or the guarantor has changed since. */
type Consent = 'none' | 'given' | 'lost';

export interface Application {
  /** Identifies the application in the model. The tax ID is derived from the key, so all tax IDs differ. */
  readonly key: number;
  readonly status: string;
  readonly organizationType: OrganizationType;
  readonly yearsInBusiness: number;
  readonly hasTaxId: boolean;
  readonly guarantor: number | null;
  readonly disclosures: Readonly<Record<Disclosure, boolean | null>>;
  readonly people: readonly Person[];
  readonly documents: readonly number[];
  readonly consents: Readonly<Record<Agreement, Consent>>;
  /**
   * The agreement texts that were served after the application was created. A session that resumes the application need not open
   * them again.
   */
  readonly opened: readonly string[];
  /** The browser's resume token for the application, with the number of failed attempts. Null if there is no token. */
  readonly resumeToken: { readonly misses: number } | null;
}

export interface Session {
  readonly isLive: boolean;
  /** The agreement texts that were served to the session before it had an application. */
  readonly opened: readonly string[];
  readonly application: Application | null;
}

export interface Model {
  readonly program: ProgramFacts;
  /** The sessions of one browser, in the order in which they were started. */
  readonly sessions: readonly Session[];
  /** The key of the next new person or document. */
  readonly nextKey: number;
}

/**
 * The tab that sends a command. `isForeign` is true if the command refers to an application, person or document of another tab.
 */
export interface FromTab {
  readonly tab: number;
  readonly isForeign?: boolean;
}

export type ApplicationPart =
  | { readonly organizationType: OrganizationType }
  | { readonly yearsInBusiness: number }
  | { readonly hasTaxId: boolean }
  /** `owner`: a person who is not the applicant. */
  | { readonly guarantor: 'applicant' | 'owner' | null }
  | { readonly disclosure: Disclosure; readonly isGiven: boolean }
  | { readonly wrong: 'value' | 'serverSet' };

export type PersonPart =
  | { readonly share: number | null }
  | { readonly name: string }
  | { readonly hasSsn: boolean };

/**
 * The commands of the test, each with its parameters. If an index is larger than its list of tabs, people or documents, the index
 * wraps around.
 */
interface Calls {
  readonly start: unknown;
  readonly create: FromTab & { readonly wrong?: 'value' | 'serverSet' };
  readonly read: FromTab;
  readonly change: FromTab & { readonly part: ApplicationPart; readonly ifMatch?: 'current' | 'stale' };
  readonly addPerson: FromTab & {
    readonly kind: Kind;
    readonly share: number | null;
    readonly isRepeated?: boolean;
  };
  readonly changePerson: FromTab & {
    readonly who: number;
    readonly part: PersonPart;
    readonly ifMatch?: 'stale';
  };
  readonly removePerson: FromTab & { readonly who: number; readonly ifMatch?: 'stale' };
  readonly open: FromTab & { readonly agreement: Agreement };
  readonly agree: FromTab & {
    readonly agreement: Agreement;
    readonly agreed: boolean;
    readonly version: 'shown' | 'older';
  };
  readonly submit: FromTab;
  readonly upload: FromTab & { readonly isUsable: boolean };
  readonly replaceDocument: FromTab & { readonly which: number };
  readonly removeDocument: FromTab & { readonly which: number };
  readonly heartbeat: FromTab;
  readonly finish: FromTab & { readonly type: 'cancel' | 'completed' | 'pending' | 'timeout' };
  /** Someone at the browser tries to resume a draft, with the right digits of its tax ID or digits that belong to no draft. */
  readonly comeBack: { readonly tab: number; readonly isRight: boolean };
  readonly notMe: unknown;
  readonly decide: { readonly tab: number; readonly decision: 'approve' | 'decline' };
  readonly withdraw: { readonly tab: number };
  readonly addLateDocument: { readonly tab: number };
}

export type Order<Call extends keyof Calls = keyof Calls> = Call extends keyof Calls
  ? { readonly call: Call } & Calls[Call]
  : never;

/** The status of a successful HTTP response, or the code of an API error. For an operator command: `done` or `refused`. */
export type Answer = number | string;

/** The response to a command, and the model after it. */
export interface Outcome {
  readonly answer: Answer;
  readonly model: Model;
}

export const agreements: readonly Agreement[] = ['esign', 'terms', 'guarantor', 'controlling-party'];
/** The statuses of applications that the applicant can no longer change. */
export const submittedStatuses: readonly string[] = [
  'submitted',
  'pending',
  'approved',
  'declined',
  'withdrawn',
];

export function emptyModel(program: ProgramFacts): Model {
  return { program, sessions: [], nextKey: 1 };
}

/** Returns the index of the session of a command's tab, or undefined if no session has been started. */
export function sessionAt({ sessions }: Model, tab: number): number | undefined {
  return sessions.length === 0 ? undefined : tab % sessions.length;
}

/** Returns the index of the session whose application a command refers to, or undefined if there is no such session. */
export function namedSession(model: Model, { tab, isForeign = false }: FromTab): number | undefined {
  if (!isForeign) return sessionAt(model, tab);
  return model.sessions.length > 1 ? sessionAt(model, tab + 1) : undefined;
}

/** Returns an item of a list by an index that wraps around, or undefined if the list is empty. */
function oneOf<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(1, items.length)];
}

/** Returns the person that a command refers to, or undefined if there is no such person. */
export function namedPerson(model: Model, order: FromTab & { readonly who: number }): Person | undefined {
  return oneOf(applicationNamed(model, order)?.people ?? [], order.who);
}

/** Returns the key of the document that a command refers to, or undefined if there is no such document. */
export function namedDocument(model: Model, order: FromTab & { readonly which: number }): number | undefined {
  return oneOf(applicationNamed(model, order)?.documents ?? [], order.which);
}

function applicationNamed(model: Model, order: FromTab): Application | null | undefined {
  return model.sessions[namedSession(model, order) ?? -1]?.application;
}

export function applicantOf({ people }: Pick<Application, 'people'>): Person | undefined {
  return people.find(({ kind }) => kind === 'applicant');
}

/** Returns a draft as it is right after its creation. */
export const newApplication = (key: number): Application => ({
  key,
  status: 'draft',
  organizationType: 'llc',
  yearsInBusiness: 7,
  hasTaxId: true,
  guarantor: null,
  disclosures: { shareInformation: null, authority: null, noOtherOwners: null },
  people: [],
  documents: [],
  consents: { esign: 'none', terms: 'none', guarantor: 'none', 'controlling-party': 'none' },
  opened: [],
  resumeToken: { misses: 0 },
});

/** Returns the name with which a person of this kind is created. */
export function nameOf(kind: Kind): string {
  return { applicant: 'Ann Larkspur', owner: 'Ned Foxglove', authorized_user: 'Ivy Bramble' }[kind];
}
