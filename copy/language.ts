/** The languages that there are words in. Another one is another folder beside `en/` (D50). */
export const languages = ['en'] as const;
export type Language = (typeof languages)[number];

/** The one in which the product speaks. */
export const language: Language = 'en';
