/**
 * The module that draws the screens which load later, by its path in the repository: the page caches it by that name,
 * and a document without a first screen asks for it at once.
 */
export const ownScreensModule = 'web/screens/custom-screens.ts';
