/** What a business mainly sells or does (spec section 3). */
export const businessTypes = {
  appliances: 'Appliances',
  automotive: 'Automotive',
  electronics: 'Electronics',
  flooring: 'Flooring',
  furniture: 'Furniture',
  golfcart: 'Golf carts',
  lawn: 'Lawn care',
  lawnGarden: 'Lawn and garden equipment',
  mattress: 'Mattresses',
  outdoor: 'Outdoor power equipment and recreation',
} as const;

export type BusinessType = keyof typeof businessTypes;
