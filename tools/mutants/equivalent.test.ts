/** Tests that every entry in the list of equivalent mutants names an existing mutant. */
import { expect, test } from 'vitest';
import { read } from '../../tests/support/repository.ts';
import { changedLines, readEquivalent, whyEquivalent } from './equivalent.ts';
import { mutantsOf } from './operators.ts';

test('the changed lines of a mutant are whole lines, trimmed', () => {
  const source = 'for (;;) {\n  if (a)\n    break;\n}';
  const guard = mutantsOf('a.ts', source).find(({ operator }) => operator === 'remove guard');
  expect(guard && changedLines(source, guard)).toEqual({ was: 'if (a)\n    break;', becomes: ';' });
});

test('a mutant is identified by its lines, not by their position', () => {
  const [known] = mutantsOf('a.ts', 'x = a < b;').map((mutant) => ({
    file: 'a.ts',
    ...changedLines('x = a < b;', mutant),
    because: 'a is never b',
  }));
  const moved = '\n\n  x = a < b;\n';
  const [mutant] = mutantsOf('a.ts', moved);
  expect(mutant && known && whyEquivalent([known], moved, mutant)).toBe('a is never b');
  expect(mutant && whyEquivalent([], moved, mutant)).toBeUndefined();
});

test('each entry of the list has a reason, and a mutant of its file produces its lines', () => {
  for (const known of readEquivalent(`${import.meta.dirname}/equivalent.json`)) {
    const source = read(known.file);
    const reasons = mutantsOf(known.file, source).map((mutant) => whyEquivalent([known], source, mutant));
    expect([known, reasons.includes(known.because)]).toEqual([known, true]);
    expect(known.because.length).toBeGreaterThan(20);
  }
});
