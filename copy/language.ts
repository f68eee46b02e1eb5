/** The languages of the copy. Each has a folder like `en/` (D50). */
export const languages = ['en'] as const;
export type Language = (typeof languages)[number];

/** The language of the product. */
export const language: Language = 'en';
