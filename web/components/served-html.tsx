/**
 * HTML that the server made from a program's Markdown, without scripts, styles or images. The only place where the page
 * uses HTML as it is; Trusted Types allows it through this policy alone.
 */
interface TrustedPolicy {
  readonly createHTML: (html: string) => string;
}

interface TrustedTypesWindow {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy;
  };
}

/** The policy's name, which the page's Content-Security-Policy allows. */
const policyName = 'served-html';

const asIs: TrustedPolicy = { createHTML: (html) => html };

let policy: TrustedPolicy | undefined;

function trusted(html: string): string {
  policy ??= (globalThis as TrustedTypesWindow).trustedTypes?.createPolicy(policyName, asIs) ?? asIs;
  return policy.createHTML(html);
}

export function ServedHtml({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own text, see above.
  return <div className="served-text" dangerouslySetInnerHTML={{ __html: trusted(html) }} />;
}
