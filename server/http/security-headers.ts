/**
 * The security headers of responses (X7). The page's assets get a few headers. All other responses, including documents and PDFs,
 * also get a content security policy and headers about frames, windows and referrers.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route with files that browsers neither frame nor navigate to. */
    readonly isAsset?: true;
  }
}

export type SecurityHeaders = Readonly<Record<string, string>>;

/** Returns the headers for a file that browsers neither frame nor navigate to. Other headers would only add 250 bytes. */
export function assetHeaders(isHttps: boolean): SecurityHeaders {
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
  };
}

/** Returns the headers for all responses except assets. A route with scripts sets its own content security policy. */
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
