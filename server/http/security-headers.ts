/**
 * The headers that every response carries, so that a browser neither guesses nor lets itself be used (X7). They are the
 * same for all: Helmet's, written out once in place of being put together for each response, without those for browsers
 * that cannot show the page.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a route that gives files which are neither framed nor navigated to. */
    readonly isAsset?: true;
  }
}

/** What keeps a response from being read in another way, or by another site, than it was meant. */
export type SecurityHeaders = Readonly<Record<string, string>>;

/** For a file that is neither framed nor navigated to, such as a script: the others would cost 250 bytes a file. */
export function assetHeaders(isHttps: boolean): SecurityHeaders {
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
  };
}

/** For every other response; what has scripts of its own sets a content security policy of its own. */
export function securityHeaders(isHttps: boolean): SecurityHeaders {
  return {
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...assetHeaders(isHttps),
  };
}
