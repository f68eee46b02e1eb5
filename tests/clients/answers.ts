/** The answers in an application of an LLC with two owners. One of them is the applicant and guarantor. */

export const business = {
  businessName: 'Larkspur Lawn Care LLC',
  dba: 'Larkspur',
  taxId: '84-7315926',
  naicsCode: '561730',
  email: 'office@larkspur.example.com',
  businessType: 'lawnGarden',
  organizationType: 'llc',
  addressLine: '8111 Lyndale Ave S',
  addressCity: 'Bloomington',
  addressState: 'MN',
  addressPostalCode: '55420',
  yearsInBusiness: 7,
  employeeCount: 12,
  annualSalesAmount: 912_000,
  expectedPurchaseAmount: 25_000,
  internetGambling: false,
  internetBasedBusiness: false,
} as const;

const home = {
  addressLine: '4 Larkspur Ln',
  addressCity: 'Austin',
  addressState: 'TX',
  addressPostalCode: '78701',
} as const;

export const applicant = {
  ...home,
  fullName: 'Zoë Q. Larkspur',
  ssn: '512-44-7731',
  dateOfBirth: '1971-03-19',
  occupation: 'Manager',
  percentageOwned: 60,
  email: 'zoe@larkspur.example.com',
  phoneNumber: '(202) 555-0123',
  yearsAtResidence: 4,
  housingStatus: 'own',
  grossAnnualIncome: 73_104,
  monthlyHousingPayment: 826,
} as const;

export const owner = {
  ...home,
  fullName: 'Ned Foxglove',
  ssn: '623558842',
  dateOfBirth: '1968-07-23',
  occupation: 'Gardener',
  percentageOwned: 40,
  email: 'ned@larkspur.example.com',
  phoneNumber: '202-555-0188',
  yearsAtResidence: 10,
  housingStatus: 'rent',
} as const;

export const user = {
  ...home,
  fullName: 'Ivy Bramble',
  ssn: '734669953',
  dateOfBirth: '1994-11-05',
} as const;

export const agreements = ['esign', 'terms', 'guarantor', 'controlling-party'] as const;

/**
 * Returns the name and value of the cookie in the response that starts a session. A generated client must send this cookie
 * itself, because no browser stores it.
 */
export function cookieOf(response: Response): string {
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}
