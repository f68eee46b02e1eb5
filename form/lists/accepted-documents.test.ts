import { expect, test } from 'vitest';
import { nameToSend } from './accepted-documents.ts';

test('a file is sent without the characters in its name that readers of forms dispute', () => {
  expect(nameToSend('\\\\server\\Größe "1".pdf')).toBe('__server_Größe "1".pdf');
  expect(nameToSend('a\u0000b\u0085c.png')).toBe('a_b_c.png');
});
