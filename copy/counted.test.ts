/** A program may keep a link for one day, and one minute may be left: nothing then says “1 days”. */
import { expect, test } from 'vitest';
import { byEmail } from './en/by-email.ts';
import { resume } from './en/resume.ts';

test.each([
  byEmail.save.lead(1),
  byEmail.save.onItsWay('a@b.example', 1),
  byEmail.later.text(1),
  resume.kept.left(1),
  resume.ended.kept(1),
])('%j has one of it', (text) => {
  expect(text).toMatch(/\b1 (day|minute|hour)\b/);
});

test('several are several', () => {
  expect(byEmail.save.lead(5)).toContain('5 days');
  expect(resume.kept.left(2)).toBe('About 2 minutes are left.');
  expect(resume.kept.left(1)).toBe('About 1 minute is left.');
});
