import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditional = {
  key: 'business-additional',
  route: '/apply/business/additional',
  title: 'More about your business',
  groups: [
    group(
      'application',
      ['yearsInBusiness', 'employeeCount', 'annualSalesAmount', 'expectedPurchaseAmount'],
      {
        label: 'Business size',
        title: 'How big is your business?',
      },
    ),
  ],
} as const satisfies Screen;
