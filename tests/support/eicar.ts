/** The file that every virus scanner takes for a virus, so that tests need no real one. */

/** In two halves, so that a virus scanner on a developer's machine leaves this file alone. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;
