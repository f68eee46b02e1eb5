import { afterEach, expect, test, vi } from 'vitest';
import { hostName } from './host-name.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['https://apply.example.com/start', 'apply.example.com'],
  ['https://apply.example.com./start', 'apply.example.com'],
  ['https://apply.example.com:8443/start', 'apply.example.com'],
  ['https://apply.example.com.:8443/start', 'apply.example.com'],
])('the host name of %s is %s', (url, name) => {
  vi.stubGlobal('location', new URL(url));
  expect(hostName()).toBe(name);
});
