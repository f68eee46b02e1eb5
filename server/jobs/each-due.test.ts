import { expect, test } from 'vitest';
import { eachDue } from './each-due.ts';

/**
 * Returns a store of rows that are due until they are handled. Handling a row always fails if `broken` returns true for the row's
 * id.
 */
function store(count: number, broken: (id: string) => boolean) {
  const due = new Set(Array.from({ length: count }, (_, at) => `${at}`));
  const tried: string[] = [];
  return {
    due,
    tried,
    sweep: () =>
      eachDue(
        async ({ limit, except }) =>
          [...due]
            .filter((id) => !except.includes(id))
            .slice(0, limit)
            .map((id) => ({ id })),
        async ({ id }) => {
          tried.push(id);
          if (broken(id)) throw new Error(`row ${id}`);
          due.delete(id);
        },
      ),
  };
}

test('a sweep handles all due rows, in several batches', async () => {
  const { due, sweep } = store(250, () => false);
  await sweep();
  expect(due.size).toBe(0);
});

test('a failing row stops no other, is tried once, and its error is thrown', async () => {
  const { due, tried, sweep } = store(250, (id) => id === '7');
  await expect(sweep()).rejects.toThrow('row 7');
  expect([...due]).toEqual(['7']);
  expect(tried.filter((id) => id === '7')).toHaveLength(1);
});

test('a sweep stops after ten failures', async () => {
  const { tried, sweep } = store(250, () => true);
  await expect(sweep()).rejects.toThrow('row 0');
  expect(tried).toHaveLength(10);
});
