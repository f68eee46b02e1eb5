/** Deliveries as files, `DATA_DIR/deliveries/<id>.jwe`, for the embedded installation or a pick-up by file transfer (D33). */
import { join } from 'node:path';
import { replaceFile } from '../files/durable-file.ts';
import type { DeliveryMethod } from './provider-delivery.ts';

/** The folder within the data folder in which deliveries are kept as files. */
export function deliveriesFolder(dataDir: string): string {
  return join(dataDir, 'deliveries');
}

/** Hands deliveries over as files of a data folder. */
export function directoryDelivery(dataDir: string): DeliveryMethod {
  return {
    handOver: (_provider, { id }, jwe) =>
      replaceFile(join(deliveriesFolder(dataDir), `${id}.jwe`), jwe.pieces()),
  };
}
