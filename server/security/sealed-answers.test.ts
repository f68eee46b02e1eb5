import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { baseForm } from '../../form/fields/form.ts';
import {
  envelopeOf,
  openContent,
  readBack,
  sealContent,
  unreadable,
  withoutCleared,
} from './sealed-answers.ts';
import { sealText } from './sealing.ts';

const key = { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) };
const place = { program: 'demo', application: 'app-1', table: 'application', row: 'app-1' };

test('cleared answers are left out', () => {
  expect(withoutCleared({ a: null, b: undefined, c: false, d: 0, e: '' })).toEqual({ c: false, d: 0, e: '' });
});

test('the content of a row is sealed with its version, without cleared answers', () => {
  const columns = sealContent({ answers: { dba: null, taxId: '847315926' }, sections: {} }, key, place, 3);
  expect(columns.sealed).toMatchObject({ v: 2, r: 3 });
  const stored = { ...columns, answers: {} };
  expect(envelopeOf(stored)).toBe(columns.sealed);
  expect(openContent(stored, key, place)).toEqual({ answers: { taxId: '847315926' }, sections: {} });
});

test('a row from before 2026-11-23 has plaintext answers and individually sealed ones', () => {
  const taxId = sealText(key, JSON.stringify('847315926'), { ...place, field: 'taxId' });
  const stored = { answers: { dba: 'One' }, sealed: { taxId }, disclosures: { authority: true } };
  expect(envelopeOf(stored)).toBeUndefined();
  expect(openContent(stored, key, place)).toEqual({
    answers: { dba: 'One', taxId: '847315926' },
    disclosures: { authority: true },
  });
  expect(() => openContent({ answers: {}, sealed: { dba: taxId } }, key, place)).toThrow();
});

test('a session reads the last four digits of masked answers, and only the names of an earlier session’s', () => {
  const answers = { taxId: '847315926', dba: 'One', annualSalesAmount: 5 };
  expect(readBack(baseForm.application, answers)).toMatchObject({
    taxIdLast4: '5926',
    dba: 'One',
    annualSalesAmount: 5,
    businessName: null,
  });
  expect(readBack(baseForm.application, {})).toMatchObject({ taxIdLast4: null });
  const later = readBack(baseForm.application, answers, unreadable(baseForm.application, answers));
  expect(later).toMatchObject({ stored: ['annualSalesAmount'], taxIdLast4: '5926' });
  expect(later).not.toHaveProperty('annualSalesAmount');
  expect(unreadable(baseForm.application, answers)).toEqual({ taxId: true, annualSalesAmount: true });
});
