import { expect, test } from 'vitest';
import { linesBetween, linesOf, terms, whole } from '../../tests/support/sample-evidence.ts';

test('the PDF wraps values that are longer than a line', async () => {
  const userAgent = 'Firefox/'.repeat(40);
  const evidence = { ...whole, consents: [{ ...terms, userAgent }] };
  const lines = await linesBetween(evidence, 'Agreements and consents', 'Supporting documents');
  const browser = lines.slice(lines.findIndex((line) => line.startsWith('Browser ')));
  expect(browser.length).toBeGreaterThan(2);
  expect(browser.join('').replace('Browser ', '')).toBe(userAgent);
});

test('the applicant’s part is not called You, and an answer is not called optional', async () => {
  const rows = [{ label: 'Trade name or DBA (optional)', text: 'Larkspur' }];
  const lines = await linesOf({ ...whole, answers: [{ title: 'You', rows }] });
  expect(lines).toContain('Applicant');
  expect(lines).not.toContain('You');
  expect(lines).toContain('Trade name or DBA Larkspur');
});

test('an event’s number has room on one line, and long names in the header do not overlap', async () => {
  const [first] = whole.auditTrail;
  if (!first) throw new Error('no event');
  const auditTrail = Array.from({ length: 1000 }, (_, at) => ({ ...first, sequence: at + 1 }));
  const provider = { ...whole.application.provider, fullName: `${'Larkspur '.repeat(10)}Bank` };
  const lines = await linesOf({ ...whole, auditTrail, application: { ...whole.application, provider } });
  expect(lines).toContain('1000. 2026-11-24 09:00:01 UTC Application started');
  expect(lines).toContain(`${provider.fullName} Larkspur Card Commercial Credit Card`);
});
