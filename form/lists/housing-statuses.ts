/** Housing statuses (spec section 3). */
export const housingStatuses = ['rent', 'own', 'other'] as const;
