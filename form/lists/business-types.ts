/** The types of businesses, by what a business mainly sells or does (spec section 3). */
export const businessTypes = [
  'appliances',
  'automotive',
  'electronics',
  'flooring',
  'furniture',
  'golfcart',
  'lawn',
  'lawnGarden',
  'mattress',
  'outdoor',
] as const;
