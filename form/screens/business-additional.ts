import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditional = {
  key: 'business-additional',
  route: '/apply/business/additional',
  groups: [
    group('application', ['yearsInBusiness', 'employeeCount', 'annualSalesAmount', 'expectedPurchaseAmount']),
  ],
} as const satisfies Screen;
