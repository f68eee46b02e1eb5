import { expect, test } from 'vitest';
import { nextInTurn, type Sender } from './next-in-turn.ts';

/** Returns the sender with a short name. For `a1`, the session is `a1` and the address is `a`. */
const sender = (name: string): Sender => ({ session: name, address: name.slice(0, 1) });

/** Returns the order in which waiting documents are checked if all checks take equally long. */
function order(waiting: readonly string[], checkers: number): string[] {
  const left = waiting.map(sender);
  const lastTurns = new Map<string, number>();
  const checked: Sender[] = [];
  const done: string[] = [];
  while (left.length + checked.length > 0) {
    const next = checked.length < checkers ? nextInTurn(left, checked, checkers, lastTurns) : undefined;
    if (!next) done.push(checked.shift()?.session ?? 'no one');
    else {
      left.splice(left.indexOf(next), 1);
      lastTurns.set(next.address, lastTurns.size + 1).set(next.session, lastTurns.size + 1);
      checked.push(next);
    }
  }
  return done;
}

test('with one checker, documents take turns by address, then by session, then by arrival', () => {
  expect(order(['a1', 'a1', 'a1', 'b1'], 1)).toEqual(['a1', 'b1', 'a1', 'a1']);
  expect(order(['a1', 'a1', 'a1', 'a2'], 1)).toEqual(['a1', 'a2', 'a1', 'a1']);
  expect(order(['a1', 'b1', 'c1'], 1)).toEqual(['a1', 'b1', 'c1']);
});

test('a session has one document checked at a time', () => {
  expect(nextInTurn([sender('a1'), sender('a2')], [sender('a1')], 4, new Map())).toEqual(sender('a2'));
  expect(nextInTurn([sender('a1')], [sender('a1')], 4, new Map())).toBeUndefined();
});

test('an address never gets the last checker, even if no one else waits', () => {
  const crowd = ['a3', 'a4', 'a5'].map(sender);
  expect(nextInTurn(crowd, [sender('a1')], 2, new Map())).toBeUndefined();
  expect(nextInTurn(crowd, [sender('a1'), sender('a2')], 3, new Map())).toBeUndefined();
  expect(nextInTurn([...crowd, sender('b1')], [sender('a1')], 2, new Map())).toEqual(sender('b1'));
});

test('an address may use the only checker', () => {
  expect(nextInTurn([sender('a1')], [], 1, new Map())).toEqual(sender('a1'));
});
