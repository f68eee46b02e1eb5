/** Signs deliveries over https with the Standard Webhooks scheme, version 1 (D33). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The secrets of each provider, by provider id, newest first. A KeyObject never shows its bytes when it is printed or logged. */
export type DeliverySecrets = ReadonlyMap<string, readonly KeyObject[]>;

type Body = Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;

/** The maximum number of secrets per provider. A rotation needs two. A third would be a secret that someone forgot to remove. */
const secretsPerProvider = 2;

/**
 * Parses entries `providerId:whsec_…`, each with 24 to 64 random bytes in base64, at most two per provider. Returns undefined if
 * an entry is wrong or if there is no entry.
 */
export function parseDeliverySecrets(text: string): DeliverySecrets | undefined {
  const secrets = new Map<string, KeyObject[]>();
  for (const entry of text.split(/[,\r\n]+/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [, providerId, base64] = /^([a-z0-9-]{1,40}):whsec_([A-Za-z0-9+/]+={0,2})$/.exec(entry) ?? [];
    if (providerId === undefined || base64 === undefined) return undefined;
    const bytes = Buffer.from(base64, 'base64');
    const wellFormed = bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
    // A secret with so few different bytes is not random: a person typed it (X17).
    if (!wellFormed || new Set(bytes).size < 8) return undefined;
    const held = secrets.get(providerId) ?? [];
    if (held.length === secretsPerProvider) return undefined;
    secrets.set(providerId, [...held, createSecretKey(bytes)]);
  }
  return secrets.size > 0 ? secrets : undefined;
}

/** Returns the headers of a delivery. Each secret adds a signature of the id, the time and the body. */
export async function webhookHeaders(
  { id, sentAt, body }: { id: string; sentAt: Date; body: Body },
  secrets: readonly KeyObject[],
) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const macs = secrets.map((secret) => createHmac('sha256', secret).update(`${id}.${timestamp}.`));
  for await (const piece of body) for (const mac of macs) mac.update(piece);
  const signatures = macs.map((mac) => `v1,${mac.digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
