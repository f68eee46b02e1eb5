import type { Boot } from '../../api/boot.ts';

/** Id of the script element that holds the boot data. */
const bootElementId = 'boot';

/** The boot data of this document. */
export function readBoot(): Boot {
  return JSON.parse(document.getElementById(bootElementId)?.textContent ?? '') as Boot;
}
