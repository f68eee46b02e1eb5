import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import { loadPrograms, type Program } from '../programs/programs.ts';
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
    isPending: false,
    organizationType: 'llc',
    ...change,
  });
}

/** Returns the text of the HTML without tags. */
function wordsOf(html: string): string {
  return html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the confirmation', () => {
  test.each(['text', 'html'] as const)('has reference, program and provider in its %s', (form) => {
    const words = mailOf()[form];
    expect(words).toContain('QWER-1234-5678');
    expect(words).toContain('Demo Commercial Credit Card');
    expect(words).toContain('Quillbrook Bank');
    expect(words).toContain('What happens next');
    expect(words).toContain('This email is not an approval.');
  });

  test('contains all of its sentences in order', () => {
    const program = programOf('demo');
    const { mail, acceptedDocuments: names } = program.copy;
    const bank = 'Quillbrook Bank';
    const heading = (text: string) => `${text}\n${'-'.repeat(text.length)}`;
    const list = (...items: readonly string[]) => items.map((item) => `* ${item}`).join('\n');
    const begin = [
      heading(mail.title),
      mail.appliedFor('Demo'),
      `${mail.referenceLabel}: QWER-1234-5678`,
      mail.keepNumber,
    ];
    const next = (checks: string) => [heading(mail.nextTitle), list(checks, mail.mayAsk, mail.decides)];
    const end = [heading(mail.safeTitle), mail.neverAsked, mail.notYou(`${bank}.`)];
    const signed = [...end, '-- ', mail.signature(bank, 'Demo')];
    const missing = (...what: readonly string[]) => [
      ...begin,
      heading(mail.missingTitle),
      ...what,
      `${mail.takeCopy('Sample Outdoor Supply')} The service desk can help, or call (202) 555-0119.`,
      mail.notByEmail,
      ...next(mail.checksAnswersAndDocument(bank)),
      ...signed,
    ];
    const partsOf = (change: Partial<Confirmation>) => mailOf(change).text.trimEnd().split('\n\n');
    expect(mailOf().subject).toBe(mail.subject('Demo', 'QWER-1234-5678'));
    expect(partsOf({})).toEqual([...begin, ...next(mail.checksAnswers(bank)), ...signed]);
    expect(partsOf({ isPending: true, organizationType: 'partnership' })).toEqual(
      missing(
        `${mail.showBusiness} ${mail.oneOfThese}`,
        list(...acceptedDocuments.partnership.map((document) => names[document])),
      ),
    );
    expect(partsOf({ isPending: true, organizationType: null })).toEqual(missing(mail.showBusiness));
  });

  test('of a submitted application asks for nothing', () => {
    const { text } = mailOf();
    expect(text).not.toContain('one more thing');
    expect(text).not.toContain('Take a copy');
  });

  test('of a pending one lists the accepted documents and where to take them', () => {
    const { text, html } = mailOf({ isPending: true, organizationType: 'partnership' });
    for (const words of [text, html]) {
      expect(words).toContain('Partnership agreement');
      expect(words).toContain('Fictitious-name filing');
      expect(words).toContain('Take a copy to Sample Outdoor Supply');
      expect(words).toContain('(202) 555-0119');
    }
  });

  test('of a pending one names the local merchant if the program names none', () => {
    const { merchant: _none, ...program } = programOf('demo');
    expect(mailOf({ isPending: true, program }).text).toContain(
      'Take a copy to your local merchant and give your reference number.',
    );
  });

  test('has the same text in text and HTML', () => {
    const { text, html } = mailOf({ isPending: true });
    const sentences = text.split('\n').filter((line) => /[a-z]/.test(line));
    const words = wordsOf(html);
    for (const sentence of sentences) expect(words).toContain(sentence.replace(/^\* |: .*$/g, ''));
  });

  test.each(programs.map((program) => [program.domainKey, program] as const))(
    'uses the colors of %s',
    (_key, program) => {
      const { light } = program.theme;
      expect(mailOf({ program }).html).toContain(`background:${light.field};color:${light['on-field']}`);
    },
  );

  test('ends a sentence with one period, even after a name with its own', () => {
    const demo = programOf('demo');
    const program = { ...demo, provider: { ...demo.provider, fullName: 'First Example Bank, N.A.' } };
    expect(mailOf({ program }).text).toContain('tell First Example Bank, N.A.\n');
    expect(mailOf().text).toContain('tell Quillbrook Bank.\n');
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
