/** Provides the EICAR test file, which every virus scanner reports, so that tests need no real virus. */

/** The content of the EICAR test file. It is split in two here, so that a virus scanner does not report this source file. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;
