import {
  documentsPerApplication,
  largestDocument,
  pagesPerDocument,
  sizeText,
} from '../../form/limits/document-limits.ts';
import type { DocumentsCopy } from '../copy.ts';

/** The text for each reason why a document isn't added (D29). */
export const documentErrors: DocumentsCopy['documentErrors'] = {
  empty: 'The file is empty. Choose another one.',
  too_many: `You can upload up to ${documentsPerApplication} files. Remove one to add another.`,
  submitted: 'This application has already been submitted.',
  too_large: `The file must be ${sizeText(largestDocument)} or smaller.`,
  unknown_type: 'The file must be a PDF, JPEG, or PNG.',
  encrypted_pdf: 'The file is password-protected. Remove the password, or upload a photo.',
  pdf_with_files: 'The PDF has other files inside it. Print it to a new PDF, or upload a photo.',
  xfa_form: 'The file is a type of form that we can’t open. Print it to a new PDF, or upload a photo.',
  missing_fonts:
    'Some letters don’t show because the file is missing fonts. Print it to a new PDF, or upload a photo.',
  too_many_pages: `The file has more than ${pagesPerDocument} pages. Upload only the pages that matter.`,
  too_large_drawn: 'Our security check made this file too large. Upload fewer pages, or take a photo.',
  broken_pdf: 'We can’t open the file. It may be damaged. Save it again, or upload a photo.',
  broken_image: 'We can’t open the photo. It may be damaged. Take it again, or choose another file.',
  image_too_large: 'The photo is too large. Take it again at a smaller size.',
  unreadable: 'The file took too long to open. Save it again, or upload a photo.',
  infected: 'The file didn’t pass our virus check. Choose another one.',
  gone: 'We can’t open the file anymore. It may have been moved. Choose it again.',
  failed: 'We couldn’t upload the file. Try again.',
};

export const acceptedDocuments: DocumentsCopy['acceptedDocuments'] = {
  incorporation: 'Articles or certificate of incorporation',
  goodStanding: 'Certificate of good standing',
  partnershipAgreement: 'Partnership agreement',
  partnershipCertificate: 'State certificate of partnership',
  fictitiousName: 'DBA or fictitious-name filing',
  tradeName: 'DBA or fictitious-name filing',
  businessLicense: 'Business license',
  articlesOfOrganization: 'Articles of organization',
  taxExemptLetter: 'IRS 501(c) letter',
  articlesOfIncorporation: 'Articles of incorporation',
  authorizingResolution: 'Authorizing resolution or letter',
  taxExemptCertificate: 'Tax-exempt certificate',
};
