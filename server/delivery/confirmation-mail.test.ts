import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stepsAfter } from '../../copy/after-submission.ts';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import { wordsOf } from '../../tests/support/mail-document.ts';
import { loadPrograms, type Program } from '../programs/programs.ts';
import { promisedSteps } from '../programs/shown-settings.ts';
import { type Confirmation, confirmationMail } from './confirmation-mail.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const programs = loaded.programs.all;

function programOf(domainKey: string): Program {
  const program = programs.find((one) => one.domainKey === domainKey);
  if (!program) throw new Error(`no program ${domainKey}`);
  return program;
}

function mailOf(change: Partial<Confirmation> = {}) {
  return confirmationMail({
    program: programOf('demo'),
    referenceNumber: 'QWER-1234-5678',
    submitted: new Date('2026-11-21T17:00:00Z'),
    isPending: false,
    organizationType: 'llc',
    ...change,
  });
}

describe('the confirmation', () => {
  test.each(['text', 'html'] as const)('has reference, program and provider in its %s', (form) => {
    const words = form === 'text' ? mailOf().text : wordsOf(mailOf().html);
    expect(words).toContain('QWER-1234-5678');
    expect(words).toContain('Demo Commercial Credit Card');
    expect(words).toContain('Quillbrook Bank');
    expect(words).toContain('What happens next');
    expect(words).toContain('This email isn’t an approval.');
  });

  test.each(programs.map((program) => [program.domainKey, program] as const))(
    'of %s has the steps and days of its finish page, in both forms',
    (_key, program) => {
      const { mail } = program.copy;
      const submitted = new Date('2026-12-31T04:30:00Z');
      const steps = stepsAfter(submitted.toISOString(), promisedSteps(program), mail, 'en');
      const { text, html } = mailOf({ program, submitted });
      expect(steps.map(({ day }) => day)).toEqual([
        'Wednesday, Dec 30',
        'By Monday, Jan 4',
        'By Monday, Jan 11',
        'By Wednesday, Jan 20',
      ]);
      for (const { day, title, text: more } of steps) {
        expect(text).toContain(`${day}: ${title}${more ? `. ${more}` : '\n'}`);
        expect(wordsOf(html)).toContain(`${day} ${title} ${more ?? ''}`.trim());
      }
    },
  );

  test('has general sentences if the program promises no steps', () => {
    const { afterSubmission: _none, ...program } = programOf('demo');
    for (const { text } of [mailOf({ program }), mailOf({ program, isPending: true })]) {
      expect(text).not.toMatch(/Nov|Dec|\[.\]/);
      expect(text).toContain('* We may ask you for more information.');
    }
  });

  test('has the steps without days if the bank waits for a document', () => {
    const { text, html } = mailOf({ isPending: true });
    expect(text).not.toMatch(/Nov|Dec/);
    expect(wordsOf(html)).toContain(
      'You applied Up next You bring in the document We’ll review your answers We’ll call',
    );
    expect(text).toContain(
      '[x] You applied\n[ ] You bring in the document\n[ ] We’ll review your answers. We’ll call',
    );
  });

  test('contains all of its sentences in order', () => {
    const { afterSubmission: _none, ...program } = programOf('demo');
    const { mail, acceptedDocuments: names } = program.copy;
    const bank = 'Quillbrook Bank';
    const ruled = (text: string, rule = '-') => `${text}\n${rule.repeat(text.length)}`;
    const list = (...items: readonly string[]) => items.map((item) => `* ${item}`).join('\n');
    const strip = 'Demo: don’t enter real data';
    const reference = `${mail.referenceLabel}: QWER-1234-5678`;
    const begin = [
      strip,
      ruled(mail.title, '='),
      `${mail.appliedFor('Demo')} ${mail.notApproval}`,
      reference,
    ];
    const next = (checks: string) => [ruled(mail.nextTitle), list(checks, mail.mayAsk, mail.decides)];
    const end = [
      ruled(mail.safeTitle),
      mail.notYou(mail.callSoon),
      `${mail.haveNumber} Call 1-800-555-0199 (Monday to Friday, 8 a.m. to 6 p.m. Central time).`,
      '-- ',
      mail.signature(bank, 'Demo'),
      `${mail.neverAsked} ${mail.noReplies}`,
    ];
    const missing = (...what: readonly string[]) => [
      strip,
      ruled(mail.titleMissing, '='),
      ...what,
      `${mail.takeCopy('Sample Outdoor Supply')} The service desk can help, or you can call 202-555-0119.`,
      mail.notByEmail,
      reference,
      ...next(mail.checksAnswersAndDocument(bank)),
      mail.notApproval,
      ...end,
    ];
    const partsOf = (change: Partial<Confirmation>) =>
      mailOf({ program, ...change })
        .text.trimEnd()
        .split('\n\n');
    expect(mailOf().subject).toBe(mail.subject('Demo', 'QWER-1234-5678'));
    expect(mailOf({ isPending: true }).subject).toBe(mail.subjectMissing('Demo', 'QWER-1234-5678'));
    expect(partsOf({})).toEqual([...begin, ...next(mail.checksAnswers(bank)), ...end]);
    expect(partsOf({ isPending: true, organizationType: 'partnership' })).toEqual(
      missing(
        `${mail.appliedFor('Demo')} ${mail.showBusiness} ${mail.oneOfThese}`,
        list(...acceptedDocuments.partnership.map((document) => names[document])),
      ),
    );
    expect(partsOf({ isPending: true, organizationType: null })).toEqual(
      missing(`${mail.appliedFor('Demo')} ${mail.showBusiness}`),
    );
  });

  test('of a submitted application requests nothing', () => {
    const { text } = mailOf();
    expect(text).not.toContain('one document');
    expect(text).not.toContain('Take a copy');
  });

  test('of a pending one lists the accepted documents and where to take them', () => {
    const { text, html } = mailOf({ isPending: true, organizationType: 'partnership' });
    expect(html).toContain('<a href="tel:+12025550119"');
    for (const words of [text, html]) {
      expect(words).toContain('Partnership agreement');
      expect(words).toContain('DBA or fictitious-name filing');
      expect(words).toContain('Take a copy of the document to Sample Outdoor Supply');
      expect(words).toContain('202-555-0119');
    }
  });

  test('of a pending one names the local merchant if the program names none', () => {
    const { merchant: _none, ...program } = programOf('demo');
    expect(mailOf({ isPending: true, program }).text).toContain(
      'Take a copy of the document to your local merchant and give them your reference number.',
    );
  });

  test('has the same text in text and HTML', () => {
    const { text, html } = mailOf({ isPending: true });
    const sentences = text.split('\n').filter((line) => /^[^[]*[a-z]/.test(line));
    for (const sentence of sentences)
      expect(wordsOf(html)).toContain(sentence.replace(/^\* |: .*$|:$| Call .*$/g, ''));
  });

  test('shows a name literally, in HTML too', () => {
    const program = { ...programOf('demo'), name: 'Nuts & <b>Bolts</b>' };
    const { subject, text, html } = mailOf({ program });
    expect(subject).toContain('Nuts & <b>Bolts</b>');
    expect(text).toContain('Nuts & <b>Bolts</b>');
    expect(html).toContain('Nuts &amp; &lt;b&gt;Bolts&lt;/b&gt;');
    expect(html).not.toContain('<b>Bolts');
  });
});
