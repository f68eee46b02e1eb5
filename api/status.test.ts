/** Tests the transitions between statuses, and that the table in docs/api.md lists all of them (D26). */
import { expect, test } from 'vitest';
import { read } from '../tests/support/repository.ts';
import { isErased, isSubmitted, isTransition, statuses, statusesBefore, transitions } from './status.ts';

test('docs/api.md lists every transition, with who causes it and its audit event', () => {
  const [, table = ''] = /\n\| from \| to \| by \|.*?\n\|[-|]+\n(.*?)\n\n/s.exec(read('docs/api.md')) ?? [];
  const listed = table.split('\n').map((row) => {
    const [, from, to, by = '', , event] = row.split('|').map((cell) => cell.trim());
    return { from, to, by: by.split(', '), event };
  });
  expect(listed).toEqual(transitions);
});

test('no transition is listed twice', () => {
  const pairs = transitions.map(({ from, to }) => `${from} → ${to}`);
  expect(pairs).toEqual([...new Set(pairs)]);
});

test('every status but draft is reached from draft', () => {
  const reached = new Set<string>(['draft']);
  for (const { from, to } of transitions) if (reached.has(from)) reached.add(to);
  expect([...reached].sort()).toEqual([...statuses].sort());
});

test('a transition counts only with the audit event that records it', () => {
  expect(isTransition('submitted', 'approved', [{ type: 'decided' }])).toBe(true);
  expect(isTransition('submitted', 'approved', [{ type: 'withdrawn' }])).toBe(false);
  expect(isTransition('approved', 'declined', [{ type: 'decided' }])).toBe(false);
});

test('an operator can move an application from these statuses only', () => {
  const before = Object.fromEntries(statuses.map((to) => [to, statusesBefore(to)]));
  expect(before).toEqual({
    draft: [],
    submitted: ['pending'],
    pending: [],
    approved: ['submitted', 'pending'],
    declined: ['submitted', 'pending'],
    cancelled: ['draft'],
    timed_out: [],
    expired: ['draft'],
    withdrawn: ['submitted', 'pending'],
  });
});

test('erased and submitted applications are recognized by their status', () => {
  const having = (is: (application: { status: (typeof statuses)[number] }) => boolean) =>
    statuses.filter((status) => is({ status }));
  expect(having(isErased)).toEqual(['cancelled', 'timed_out', 'expired']);
  expect(having(isSubmitted)).toEqual(['submitted', 'pending', 'approved', 'declined', 'withdrawn']);
});
