import { expect, test } from 'vitest';
import type { Program } from '../programs/programs.ts';
import { providerAddressProblems } from './delivery-setup.ts';

/** Returns a program that delivers to this URL and allows these private address ranges. */
function delivering(url: string, privateAddresses?: readonly string[]) {
  const delivery = { way: 'https', url, ...(privateAddresses && { privateAddresses }) };
  return { all: [{ provider: { providerId: 'first', delivery } } as unknown as Program] };
}

const addresses: Readonly<Record<string, readonly string[]>> = {
  'intake.bank.test': ['10.20.1.2', '93.184.215.14'],
  'public.bank.test': ['93.184.215.14'],
};
const resolve = async (name: string) => {
  const found = addresses[name];
  if (!found) throw Object.assign(new Error(), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: 4 }));
};

test('a host that resolves to a private address is a problem, unless its range is named', async () => {
  const url = 'https://intake.bank.test/card';
  expect(await providerAddressProblems(delivering(url), resolve)).toEqual([
    'provider.delivery.url of "first": intake.bank.test resolves to 10.20.1.2, which is not public: add its range to provider.delivery.privateAddresses, or no delivery is sent.',
  ]);
  expect(await providerAddressProblems(delivering(url, ['10.20.0.0/16']), resolve)).toEqual([]);
  expect(await providerAddressProblems(delivering(url, ['10.21.0.0/16']), resolve)).toHaveLength(1);
});

test.each(['https://public.bank.test/', 'https://unknown.bank.test/'])('%s is not a problem', async (url) => {
  expect(await providerAddressProblems(delivering(url), resolve)).toEqual([]);
});

test('hosts are resolved by the system', async () => {
  expect(await providerAddressProblems(delivering('https://localhost/'))).toContainEqual(
    expect.stringMatching(/localhost resolves to (127\.0\.0\.1|::1), which is not public/),
  );
});
