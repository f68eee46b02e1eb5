/** The test file that every virus scanner reports, so that tests need no real virus. */

/** In two parts, so that a virus scanner on a developer's machine does not report this file. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;
