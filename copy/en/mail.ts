/** The words of the confirmation to the applicant (D26, D34). It claims no approval, names no person and holds no answer. */
export const mail = {
  subject: (program: string, reference: string) =>
    `Your ${program} Commercial Credit Card application ${reference}`,
  title: 'We have your application',
  appliedFor: (program: string) => `You applied for the ${program} Commercial Credit Card.`,
  referenceLabel: 'Reference number',
  keepNumber: 'Keep this number. You need it when you ask about your application.',
  nextTitle: 'What happens next',
  checksAnswers: (provider: string) => `${provider} checks your answers.`,
  checksAnswersAndDocument: (provider: string) => `${provider} checks your answers and your document.`,
  mayAsk: 'The bank may ask you for more information.',
  decides: 'The bank tells you what it decides. This email is not an approval.',
  safeTitle: 'Stay safe',
  neverAsked:
    'We never ask for your Social Security number or tax ID by email. Nobody reads replies to this email.',
  notYou: (provider: string) => `If you did not apply, tell ${provider}`,
  missingTitle: 'We need one more thing',
  showBusiness: 'Show proof of your business.',
  oneOfThese: 'One of these documents will do:',
  localMerchant: 'your local merchant',
  takeCopy: (merchant: string) => `Take a copy to ${merchant} and give your reference number.`,
  notByEmail: 'Do not send the document by email. Email is not safe for it.',
  signature: (provider: string, program: string) => `${provider}, for ${program}`,
};
