/** Where the page's files are while it is developed; every other address is the server's. */
export const devBase = '/@page/';

/** The module that the documents load. */
export const devEntry = '@entry';
