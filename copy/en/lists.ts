/** The words for the options of choices. */
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
};

export const organizationTypes = {
  corporation: 'Corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  sole_proprietorship: 'Sole proprietorship',
  llc: 'Limited liability company (LLC)',
  non_profit: 'Nonprofit',
  municipality: 'Government (city, county, or other)',
};

export const taxIdKinds = { ein: 'EIN', ssn: 'Social Security number' };

export const housingStatuses = { rent: 'Rent', own: 'Own', other: 'Other' };
