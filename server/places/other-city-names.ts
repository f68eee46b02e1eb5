/**
 * Written exceptions to the package `zipcodes` (D40). It knows each ZIP under one name, the post office's, and so files
 * some suburbs under their larger neighbour. The names here are those that the post office takes as well.
 */
export const otherCityNames = [
  { city: 'Bloomington', state: 'MN', zips: ['55420', '55425', '55431', '55437', '55438'] },
] as const;
