/** Uses Google’s csp_evaluator to test every Content Security Policy that the server sends (X7). */
import { CspEvaluator } from 'csp_evaluator';
import { Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../scripts/build.ts';
import { servePage } from '../../server/page/page.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  buildPage();
  server = await startTestServer({
    env: { PLACES_API_KEY: 'AIza-key_1' },
    page: servePage,
  });
});
afterAll(() => server.stop());

/** The only finding that we accept. docs/security.md explains why, under “The one finding on the policy”. */
const answered = { type: Type.SCRIPT_ALLOWLIST_BYPASS, directive: 'script-src', value: "'self'" };

test.each([
  ['the first screen', 'demo.localhost', '/', [answered]],
  ['another screen', 'demo.localhost', '/business', [answered]],
  ['the page of no program', 'unknown.example.com', '/', []],
  ['the description', 'demo.localhost', '/docs/', [answered]],
  ['a response of the API', 'demo.localhost', '/api/v1/application/1', []],
  ['a health check', 'demo.localhost', '/health/live', []],
])('%s has a policy without findings that are not accepted', async (_, host, url, findings) => {
  const { headers } = await server.app.inject({ url, headers: { host } });
  const policy = new CspParser(String(headers['content-security-policy'])).csp;
  const found = new CspEvaluator(policy).evaluate();
  expect(found.map(({ type, directive, value }) => ({ type, directive, value }))).toEqual(findings);
});
