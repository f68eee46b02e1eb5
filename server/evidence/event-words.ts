/** Describes the events of the audit trail in plain words, and with internal names and ids. */
import type { AuditEventType } from '../db/queries/audit-events.ts';
import type { PackagedEvent } from './evidence-package.ts';

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

/** Describes details in words, in the order of these entries. Details without an entry keep their internal names. */
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

/** The correct spellings of words that internal names spell differently. */
const spellings: Readonly<Record<string, string>> = {
  dba: 'DBA',
  id: 'ID',
  ssn: 'Social Security number',
  naics: 'NAICS',
  'authorized user': 'card user',
  'proof of entity': 'proof of business',
};

/** Returns an internal name, such as `taxId`, in ordinary words, capitalized as a heading by default. */
export function inWords(name: string, isHeading = true): string {
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const spelled = spellings[words] ?? words.replace(/[a-z]+/g, (word) => spellings[word] ?? word);
  return isHeading ? spelled.charAt(0).toUpperCase() + spelled.slice(1) : spelled;
}

/** Returns an event in `words`, and as `machine` its type and the details that `words` lacks, under their internal names. */
export function eventInWords({ type, detail }: PackagedEvent, nameOfText: (agreement: string) => string) {
  const { agreement, ...others } = detail;
  const said = Object.entries(worded).flatMap(([name, say]) => {
    const values: readonly unknown[] = [others[name]].flat().filter((value) => value !== undefined);
    return values.map((value) => say(String(value)));
  });
  const named = typeof agreement === 'string' ? [nameOfText(agreement)] : [];
  const what = [...named, ...said].join(', ');
  const rest = Object.entries(others).filter(([name]) => !(name in worded));
  const machine = rest.map(([name, value]) => `${name} ${[value].flat().join(', ')}`);
  return {
    words: [events[type as AuditEventType] ?? type, what].filter(Boolean).join(': '),
    machine: [type, ...machine].join(' · '),
  };
}
