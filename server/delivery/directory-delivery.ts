/** Writes deliveries to files `DATA_DIR/deliveries/<id>.jwe`, for embedded installations or banks that collect files (D33). */
import { join } from 'node:path';
import { replaceFile } from '../files/durable-file.ts';
import type { DeliveryMethod } from './provider-delivery.ts';

/** Returns the folder for deliveries in the data folder. */
export function deliveriesFolder(dataDir: string): string {
  return join(dataDir, 'deliveries');
}

/** Returns a delivery method that writes files to a data folder. */
export function directoryDelivery(dataDir: string): DeliveryMethod {
  return {
    handOver: (_provider, { id }, jwe) =>
      replaceFile(join(deliveriesFolder(dataDir), `${id}.jwe`), jwe.pieces()),
  };
}
