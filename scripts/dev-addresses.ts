/** Base path of the page's files during development; the server answers every other path. */
export const devBase = '/@page/';

/** The module that the HTML documents load. */
export const devEntry = '@entry';
