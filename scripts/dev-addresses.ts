/** Base path of the page's files during development. The server responds to all other paths. */
export const devBase = '/@page/';

/** Path of the module that the HTML documents load, relative to the base path. */
export const devEntry = '@entry';
