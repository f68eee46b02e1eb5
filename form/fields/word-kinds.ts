/** Which words of a field a program may replace by its own (D50); what they say is not the form's business. */
export const wordKinds = ['label', 'hint', 'help', 'before', 'needed', 'yes', 'no', 'noEnds'] as const;

export type WordKind = (typeof wordKinds)[number];

/** What a program says in place of the product's words, the field named `record.key`: `application.dba`. */
export type FieldWords = Readonly<Record<string, { readonly [K in WordKind]?: string }>>;
