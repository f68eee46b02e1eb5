/** Describes the events and faults of the audit trail in plain words, with the IDs that events refer to. */
import type { AuditEventType } from '../db/queries/audit-events.ts';
import type { AuditFault } from './audit-chain.ts';
import type { PackagedEvent } from './evidence-package.ts';

/** Descriptions of the faults that an audit trail, or a row that it covers, can have. */
export const faultWords: Readonly<Record<AuditFault['kind'], string>> = {
  altered: 'the event was altered',
  missing: 'the event is missing',
  misplaced: 'the event does not follow from the one before it',
  cut_off: 'the trail ends before this event',
  head_differs: 'the application row has a different head',
  rewritten: 'the trail differs from the exported head',
  no_application: 'the application is gone',
  not_keyed: 'the event was written without the key',
  rows_differ: 'the rows are not as the last event left them',
  not_opened: 'the encrypted data in the rows was altered or moved',
};

const events: Readonly<Record<AuditEventType, string>> = {
  created: 'Application started',
  answers_changed: 'Answers changed',
  section_confirmed: 'Section confirmed',
  person_added: 'Person added',
  person_changed: 'Person changed',
  person_removed: 'Person removed',
  document_added: 'Document added',
  document_replaced: 'Document replaced',
  document_disarmed: 'Document made safe to open',
  document_removed: 'Document removed',
  agreement_opened: 'Agreement opened',
  agreed: 'Agreed to',
  agreement_withdrawn: 'Agreement withdrawn',
  agreement_voided: 'Agreement voided',
  resumed: 'Application resumed',
  way_opened: 'Resume link issued',
  way_closed: 'Access to resume ended',
  submitted: 'Application submitted',
  mail_sent: 'Email sent',
  delivered: 'Delivered to the bank',
  given_up: 'Sending failed permanently',
  retried: 'Sending retried',
  shown: 'Shown to an operator',
  decided: 'Decision recorded',
  withdrawn: 'Application withdrawn',
  sealed: 'Stored answers encrypted',
  session_ended: 'Session ended',
  erased: 'Answers deleted',
  purged: 'Application data deleted',
};

/** Functions that put an event's details into words, in this order. All other details except `agreement` become references. */
const worded: Readonly<Record<string, (value: string) => string>> = {
  personnelType: (type) => inWords(type, false),
  documentType: (type) => inWords(type, false),
  section: (section) => inWords(section, false),
  fields: (field) => inWords(field.slice(field.lastIndexOf('.') + 1), false),
  version: (version) => `version ${version}`,
  status: (status) => `status ${inWords(status, false)}`,
  referenceNumber: (number) => `reference number ${number}`,
  storeId: (store) => `store ${store}`,
};

/** The labels of references whose internal names are not understandable. Other references are labeled with `inWords`. */
const labels: Readonly<Record<string, string>> = {
  personnelId: 'Person ID',
  jobId: 'Delivery ID',
  domainKey: 'Program',
  way: 'Method',
  sha256: 'SHA-256',
  originalSha256: 'SHA-256 as received',
};

/** The words that replace words of internal names, such as “DBA” for `dba` and “card user” for `authorized_user`. */
const spellings: Readonly<Record<string, string>> = {
  dba: 'DBA',
  id: 'ID',
  ids: 'IDs',
  ssn: 'Social Security number',
  naics: 'NAICS',
  'authorized user': 'card user',
  'proof of entity': 'proof of business',
  'internet based business': 'internet-based business',
};

/** Returns an internal name, such as `taxId`, in ordinary words, by default with a capital first letter. */
export function inWords(name: string, isHeading = true): string {
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const spelled = spellings[words] ?? words.replace(/[a-z]+/g, (word) => spellings[word] ?? word);
  return isHeading ? spelled.charAt(0).toUpperCase() + spelled.slice(1) : spelled;
}

/** Returns a value as text. An internal name with underscores, such as `timed_out`, becomes ordinary words. */
function withoutUnderscores(value: unknown): string {
  const text = String(value);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? inWords(text, false) : text;
}

/** Returns an event in words, and `references`: the label and value of each detail that the words omit, such as an ID. */
export function eventInWords({ type, detail }: PackagedEvent, nameOfText: (agreement: string) => string) {
  const { agreement, ...others } = detail;
  const said = Object.entries(worded).flatMap(([name, say]) => {
    const values: readonly unknown[] = [others[name]].flat().filter((value) => value !== undefined);
    return values.map((value) => say(String(value)));
  });
  const named = typeof agreement === 'string' ? [nameOfText(agreement)] : [];
  const what = [...named, ...said].join(', ');
  const rest = Object.entries(others).filter(([name]) => !(name in worded));
  return {
    words: [events[type as AuditEventType] ?? inWords(type), what].filter(Boolean).join(': '),
    references: rest.map(([name, value]) => {
      return [labels[name] ?? inWords(name), [value].flat().map(withoutUnderscores).join(', ')] as const;
    }),
  };
}
