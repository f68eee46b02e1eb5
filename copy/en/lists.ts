/** The options of lists as people read them. */
import type { BusinessType } from '../../form/lists/business-types.ts';
import type { HousingStatus } from '../../form/lists/housing-statuses.ts';
import type { OrganizationType } from '../../form/lists/organization-types.ts';

export const businessTypes: Readonly<Record<BusinessType, string>> = {
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

export const organizationTypes: Readonly<Record<OrganizationType, string>> = {
  corporation: 'Corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  sole_proprietorship: 'Sole proprietorship',
  llc: 'Limited liability company (LLC)',
  non_profit: 'Nonprofit',
  municipality: 'Government (city, county or other)',
};

export const housingStatuses: Readonly<Record<HousingStatus, string>> = {
  rent: 'Rent',
  own: 'Own',
  other: 'Other',
};
