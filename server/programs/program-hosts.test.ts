import { describe, expect, test } from 'vitest';
import { originOfLinks } from './program-hosts.ts';

const stated = { host: 'apply.acme.example', origin: 'https://cards.acme.example:8443' };
const program = { hosts: ['www.acme.example', stated] };
const page = (host: string, origin = `http://${host}:3000`) => ({ host, origin });

describe('a link in a mail goes to', () => {
  test.each([
    ['the configured origin', 'apply.acme.example', true, stated.origin],
    ['the configured origin, also outside of production', 'apply.acme.example', false, stated.origin],
    ['the listed host by https, in production', 'www.acme.example', true, 'https://www.acme.example'],
    ['the page itself, outside of production', 'www.acme.example', false, 'http://www.acme.example:3000'],
    [
      'the first host, if production does not list the page’s host',
      'acme.localhost',
      true,
      'https://www.acme.example',
    ],
    [
      'the page itself at its local name, outside of production',
      'acme.localhost',
      false,
      'http://acme.localhost:3000',
    ],
  ])('%s', (_, host, isProduction, origin) => {
    expect(originOfLinks(program, page(host), isProduction)).toBe(origin);
  });

  test('the first origin, if production does not list the host and the first one has an origin', () => {
    const listed = { hosts: [stated, 'www.acme.example'] };
    expect(originOfLinks(listed, page('acme.localhost'), true)).toBe(stated.origin);
  });
});
