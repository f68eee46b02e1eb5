/** How a person lives (spec section 3). */
export const housingStatuses = { rent: 'Rent', own: 'Own', other: 'Other' } as const;

export type HousingStatus = keyof typeof housingStatuses;
