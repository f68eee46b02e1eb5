import { expect, test } from 'vitest';
import { forbidInLogs } from '../support/forbid-in-logs.ts';

const values = { ssn: '512-44-7731', name: 'Zoë "Zed" O’Hara', incomeText: '123457' };

test.each([
  ['as it is', '{"ssn":"512-44-7731"}', 'ssn'],
  ['without separators', '{"body":"ssn=512447731&x=1"}', 'ssn'],
  ['with other separators', 'ssn 512 44 7731', 'ssn'],
  ['inside JSON', JSON.stringify({ v: values.name }), 'name'],
  ['in a query', `/x?name=${encodeURIComponent(values.name)}`, 'name'],
  ['in a form', `/x?${new URLSearchParams({ n: values.name })}`, 'name'],
  ['in another case', values.name.toUpperCase(), 'name'],
  ['as a number', '{"income":123457}', 'incomeText'],
])('finds a value %s', (_, line, name) => {
  const stream = forbidInLogs(values);
  expect(() => stream.write(line)).toThrow(`The log shows ${name}.`);
  expect(stream.leaks).toEqual([{ name, line }]);
});

test('accepts other lines, including digits inside an id', () => {
  const stream = forbidInLogs(values);
  stream.write('{"time":"2026-11-21T00:00:00Z","requestId":"a512447731f","port":3000}');
  expect(stream.leaks).toEqual([]);
  expect(stream.lines).toHaveLength(1);
});

test('refuses a value that any log could contain by chance', () => {
  expect(() => forbidInLogs({ state: 'MN' })).toThrow('state is so short');
});
