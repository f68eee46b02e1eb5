import { describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { Document } from '../../api/document.ts';
import type { Person } from '../../form/people/people.ts';
import type { PageState } from './page-state.ts';
import { carriedOver, initialState, maskedId } from './page-state.ts';
import { type Action, reduce } from './reducer.ts';

const boot = { overrides: {}, proofRequired: true } as unknown as Boot;
const now = new Date('2026-11-22T12:00:00Z');
const url = '/apply/business';

/** Returns the state after a list of actions. */
function stateAfter(actions: readonly Action[], from: PageState = initialState(boot, now)): PageState {
  return actions.reduce(reduce, from);
}

const started: Action = {
  type: 'sessionStarted',
  session: {
    webSessionId: 'one',
    timeoutAfterMillis: 1,
    warnCountdownMillis: 1,
    resume: { onDevice: true, byEmail: true, offered: false },
  },
};
const businessNamed = (name: string): Action => ({
  type: 'answersGiven',
  url,
  save: { applicationData: { businessName: name } },
  personId: undefined,
});
const owner = (id: string): Person => ({ id, personnelType: 'owner', answers: { fullName: `Owner ${id}` } });
const added = (person: Person): Action => ({
  type: 'personAdded',
  url: '/apply/owner?owner=1',
  person,
  typed: {},
});
const document = (id: string, fileName: string): Document => ({ id, fileName }) as Document;

describe('answers', () => {
  test('take effect at once, and typed texts and refusals of their screen are cleared', () => {
    const state = stateAfter([
      { type: 'answerTyped', url, typed: { businessName: 'Acme' } },
      { type: 'saveRefused', url, typed: {}, errors: [{ field: 'businessName', rule: 'x', message: '' }] },
      businessNamed('Acme'),
    ]);
    expect(state.application.applicationData.businessName).toBe('Acme');
    expect([state.typed[url], state.refused[url]]).toEqual([{}, []]);
  });

  test('void the confirmation of the review, and so do added and removed people', () => {
    const confirmed = stateAfter([added(owner('1')), { type: 'reviewConfirmed' }]);
    expect(confirmed.application.reviewed).toBe(true);
    const changes = [businessNamed('Acme'), added(owner('2')), { type: 'personRemoved', person: owner('1') }];
    for (const change of changes as Action[])
      expect(stateAfter([change], confirmed).application.reviewed, change.type).toBe(false);
    const asked = { type: 'guarantorRequirementRead', required: true, isNew: true } as const;
    expect(stateAfter([asked], confirmed).application.reviewed).toBe(true);
  });

  test('that are masked are kept for Show until they change or the application ends (D41)', () => {
    const ssnOf = (ssn: string | null): Action => ({
      type: 'answersGiven',
      url,
      save: { person: { ssn, occupation: 'Manager' } },
      personId: '1',
    });
    const given = stateAfter([added(owner('1')), ssnOf('123456789')]);
    expect(given.unmasked).toEqual({ '1.ssn': '123456789' });
    expect(given.application.personnel[0]?.answers).toMatchObject({ ssnLast4: '6789' });
    expect(stateAfter([ssnOf('987654321')], given).unmasked).toEqual({ '1.ssn': '987654321' });
    expect(stateAfter([ssnOf(null)], given).unmasked).toEqual({});
    expect(stateAfter([{ type: 'everythingForgotten' }], given).unmasked).toEqual({});
  });

  test('that the server refused are back in their inputs until the field is edited', () => {
    const refused = stateAfter([
      businessNamed('Acme'),
      {
        type: 'saveRefused',
        url,
        typed: { businessName: 'Acme' },
        errors: [{ field: 'businessName', rule: 'x', message: 'No.' }],
      },
    ]);
    expect(refused.typed[url]).toEqual({ businessName: 'Acme' });
    const edited = (field: string) => stateAfter([{ type: 'refusedFieldEdited', url, field }], refused);
    expect(edited('businessName').refused[url]).toEqual([]);
    expect(edited('dba')).toBe(refused);
  });

  test('that ended the application can be given again once they are cleared', () => {
    const group = { record: 'disclosures', label: '', fields: ['authority'] } as const;
    const state = stateAfter([
      { type: 'answersGiven', url, save: { disclosures: { authority: false } }, personId: undefined },
      { type: 'answersCleared', group },
    ]);
    expect(state.application.disclosures.authority).toBeNull();
  });

  test('to one question do not replace those to others', () => {
    const state = stateAfter([
      { type: 'questionsAnswered', answers: { billingSame: true } },
      { type: 'questionsAnswered', answers: { anotherOwner: false } },
    ]);
    expect(state.application.questions).toEqual({ billingSame: true, anotherOwner: false });
  });
});

test('a section is complete once the server has stored it, not when it is sent (D11)', () => {
  const sent = stateAfter([
    { type: 'answersGiven', url, save: { sections: { business: true } }, personId: undefined },
  ]);
  expect(sent.application.sections.business).toBe(false);
  const saved = stateAfter([{ type: 'saved', applicationId: 'a', sections: { business: true } }], sent);
  expect(saved.application.sections.business).toBe(true);
  expect(saved.applicationId).toBe('a');
});

describe('people', () => {
  test('who are removed clear the typed texts for people of their kind, and their failure', () => {
    const state = stateAfter([
      added(owner('1')),
      added(owner('2')),
      { type: 'answerTyped', url: '/apply/owner?owner=2', typed: { fullName: 'Two' } },
      { type: 'answerTyped', url: '/apply/authorized-user?user=1', typed: { fullName: 'User' } },
      { type: 'removalFailed', id: '1', status: 503 },
    ]);
    expect(state.notRemoved).toEqual({ '1': 503 });
    const without = stateAfter([{ type: 'personRemoved', person: owner('1') }], state);
    expect(without.application.personnel.map(({ id }) => id)).toEqual(['2']);
    expect(without.notRemoved).toEqual({});
    expect(Object.keys(without.typed)).toEqual(['/apply/authorized-user?user=1']);
  });
});

describe('documents', () => {
  const two = stateAfter([
    { type: 'documentAdded', document: document('1', 'a.pdf') },
    { type: 'documentAdded', document: document('2', 'b.pdf') },
  ]);

  test('are counted; one with the same id replaces the other in place', () => {
    expect(two.application.documentCount).toBe(2);
    const replaced = stateAfter([{ type: 'documentAdded', document: document('1', 'c.pdf') }], two);
    expect(replaced.documents.map(({ fileName }) => fileName)).toEqual(['c.pdf', 'b.pdf']);
    expect(replaced.application.documentCount).toBe(2);
  });

  test('that are removed are announced', () => {
    const state = stateAfter([{ type: 'documentRemoved', document: document('1', 'a.pdf') }], two);
    expect(state.documents.map(({ id }) => id)).toEqual(['2']);
    expect(state.upload.said).toEqual({ what: 'removed', fileName: 'a.pdf' });
  });
});

describe('agreements', () => {
  const agreed = stateAfter([
    { type: 'agreementOpened', agreement: 'terms' },
    { type: 'consentGiven', agreement: 'terms', version: '3', agreed: true, dirty: false },
    { type: 'consentGiven', agreement: 'esign', version: '1', agreed: true, dirty: true },
  ]);

  test('are read in the version that was agreed to', () => {
    expect([agreed.application.agreed.terms, agreed.read.terms, agreed.dirty.terms]).toEqual([
      true,
      '3',
      false,
    ]);
  });

  test('that changed are not agreed to, and must be read again', () => {
    const state = stateAfter([{ type: 'agreementChanged', agreement: 'terms' }], agreed);
    expect([state.application.agreed.terms, state.read.terms]).toEqual([false, null]);
  });

  test('stay agreed to only if the server says so', () => {
    const consents = [{ agreement: 'esign', agreed: true, version: '1' }] as Application['consents'];
    const state = stateAfter([{ type: 'consentsRead', consents }], agreed);
    expect(state.application.agreed).toMatchObject({ esign: true, terms: false });
    expect(state.read).toEqual({ esign: '1', terms: null });
  });

  test('must be read again if changed answers void the consent (D31)', () => {
    const applicant: Person = { id: '1', personnelType: 'applicant', answers: { fullName: 'Dana' } };
    const state = stateAfter([
      { type: 'personAdded', url, person: applicant, typed: { ssn: '123456789' } },
      { type: 'consentGiven', agreement: 'controlling-party', version: '1', agreed: true, dirty: false },
      { type: 'answersGiven', url, save: { person: { fullName: 'Dana Ames' } }, personId: '1' },
    ]);
    expect(state.application.agreed['controlling-party']).toBe(false);
    expect(state.read['controlling-party']).toBeNull();
  });
});

test('the Social Security number of a person who was just added can be shown in the review (D41)', () => {
  const applicant: Person = { id: '1', personnelType: 'applicant', answers: { fullName: 'Dana' } };
  const typed = { fullName: 'Dana', ssn: '123456789' };
  const { unmasked } = stateAfter([{ type: 'personAdded', url, person: applicant, typed }]);
  expect(unmasked).toEqual({ [maskedId('ssn', '1')]: '123456789' });
});

describe('the end', () => {
  test('of a submitted application keeps the session and what the finish page shows, but no answer', () => {
    const applicant: Person = { id: '1', personnelType: 'applicant', answers: { email: 'dana@x.example' } };
    const consent = (agreement: 'esign' | 'terms', agreedDateTime: string) => {
      return { agreement, version: '1', agreed: true, agreedDateTime };
    };
    const [esign, terms] = [consent('esign', '2026-11-24T09:00Z'), consent('terms', '2026-11-24T09:10Z')];
    const consents = [terms, esign, { ...terms, agreement: 'guarantor', agreed: false }];
    const application = { status: 'pending', referenceNumber: 'R1', consents } as Application;
    const state = stateAfter([
      started,
      businessNamed('Acme'),
      { type: 'personAdded', url, person: applicant, typed: { ssn: '123456789' } },
      { type: 'submitted', application },
    ]);
    expect(state.session?.webSessionId).toBe('one');
    expect(state.finished).toBe('pending');
    expect(state.submitted).toEqual({
      status: 'pending',
      referenceNumber: 'R1',
      maskedEmail: 'd•••@x.example',
      agreed: [esign, terms].map(({ agreed: _, ...shown }) => shown),
      businessName: 'Acme',
    });
    expect(JSON.stringify({ ...state, submitted: null })).not.toMatch(/Acme|dana/);
  });

  test('of a session keeps only what comes from the program', () => {
    const state = stateAfter([started, businessNamed('Acme'), { type: 'everythingForgotten' }]);
    expect(JSON.stringify(state)).toBe(JSON.stringify(initialState(boot, now)));
    expect(state.application.proofRequired).toBe(true);
  });
});

test('a link counts as mailed only if that is sure, and as perhaps mailed after a call without a response', () => {
  const mailed = (isSure: boolean): Action => ({ type: 'linkMailed', isSure });
  const after = (...actions: readonly Action[]) => stateAfter(actions).isLinkMailed;
  expect([after(), after(mailed(false)), after(mailed(true))]).toEqual([false, null, true]);
  expect(after(mailed(true), mailed(false))).toBe(true);
  expect(after(mailed(true), { type: 'everythingForgotten' })).toBe(false);
});

test('the alert of a failed call stays until it is closed', () => {
  const failed: Action = { type: 'callFailed', area: 'saveApplication', status: 503 };
  expect(stateAfter([failed]).alert).toEqual(failed);
  expect(stateAfter([failed, { type: 'alertClosed' }]).alert).toBeNull();
});

test('after a code change the page keeps its state, with the fields of the new code', () => {
  const before = stateAfter([started, { type: 'answerTyped', url, typed: { businessName: 'Ac' } }]);
  const state = carriedOver({ ...before, saving: 'failing' }, boot);
  expect(state.typed[url]).toEqual({ businessName: 'Ac' });
  expect(state.session).toBe(before.session);
  expect(state.application.form).not.toBe(before.application.form);
  expect(state.saving).toBe('idle');
});
