import { describe, expect, test } from 'vitest';
import { originOfLinks } from './program-hosts.ts';

const stated = { host: 'apply.acme.example', origin: 'https://cards.acme.example:8443' };
const program = { hosts: ['www.acme.example', stated] };
const page = (host: string, origin = `http://${host}:3000`) => ({ host, origin });

describe('a link in a mail leads to', () => {
  test.each([
    ['the stated origin', 'apply.acme.example', true, stated.origin],
    ['the stated origin outside of production too', 'apply.acme.example', false, stated.origin],
    ['the listed host by https, in production', 'www.acme.example', true, 'https://www.acme.example'],
    ['the page itself, elsewhere', 'www.acme.example', false, 'http://www.acme.example:3000'],
    ['the first host, where production lists none such', 'acme.localhost', true, 'https://www.acme.example'],
    [
      'the page itself at a name of its own, elsewhere',
      'acme.localhost',
      false,
      'http://acme.localhost:3000',
    ],
  ])('%s', (_, host, isProduction, origin) => {
    expect(originOfLinks(program, page(host), isProduction)).toBe(origin);
  });

  test('the first origin, where production lists no such host and the first has one', () => {
    const listed = { hosts: [stated, 'www.acme.example'] };
    expect(originOfLinks(listed, page('acme.localhost'), true)).toBe(stated.origin);
  });
});
