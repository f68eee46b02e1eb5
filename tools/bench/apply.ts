import type { ApiClient } from '../../tests/support/api-client.ts';
import { addDocument, expected, prepare, submit } from '../../tests/support/sample-application.ts';

/**
 * Makes all API calls of an application, from the start of the session to submit, for an LLC with one co-owner. Throws if a call
 * is refused.
 */
export async function apply(client: ApiClient, withDocument: boolean): Promise<void> {
  const { id } = await prepare(client);
  if (withDocument) await addDocument(client, id);
  expected(200, await submit(client, id));
}
