/**
 * The error texts of spec section 8 (D8). Each area has `invalid` for the HTTP statuses 400 and 404, `missing` for a call that
 * the page can't make because it has no application, and `other` for any other failure except 401 and 403.
 */
const domainTitle = 'Domain Error';
const applicationTitle = 'Application Error';
const defaultMessage = 'There was an error processing your request.';
const processingFailed = { title: applicationTitle, message: defaultMessage };
const notMapped = 'Unable to find program mapped to URL [{hostname}]';

const notSaved = {
  invalid: 'Could not save application, invalid data',
  other: 'Error saving application data',
  missing: 'Could not save application, missing information',
};

export const errors = {
  areas: {
    domain: {
      title: domainTitle,
      message: defaultMessage,
      invalid: notMapped,
      other: 'Unable to fetch programs from the server',
      missing: notMapped,
    },
    createApplication: { title: applicationTitle, message: 'Unable to create application', ...notSaved },
    saveApplication: {
      title: applicationTitle,
      message: 'Unfortunately, you application in unable to be saved at this time',
      ...notSaved,
    },
    submission: {
      title: applicationTitle,
      message:
        'Unfortunately, your application in unable to be processed at this time, please try again later',
      invalid: 'Could not submit application, invalid data',
      other: 'Error submitting application',
      missing: 'Could not submit application, application not found',
    },
    document: {
      ...processingFailed,
      invalid: 'Could not upload document, invalid request',
      other: 'Error uploading document',
      missing: 'Could not upload document, application not found',
    },
    personnelSave: {
      ...processingFailed,
      invalid: 'Could not save personnel, invalid data',
      other: 'Error saving personnel data',
      missing: 'Could not save personnel, missing information',
    },
    personnelRemove: {
      ...processingFailed,
      invalid: 'Could not remove personnel, invalid request',
      other: 'Error removing personnel',
      missing: 'Could not remove personnel, they do not exist',
    },
  },
  /** The title of the alert about a start key or entity key that is not valid. */
  invalidDomainTitle: 'Invalid Domain',
  /** The error text for the HTTP statuses 401 and 403, in every area. */
  unauthorized:
    'Session has time out and application has become invalid. Please start application over by going to {hostname}/apply',
  page: {
    title: 'It looks like something went wrong',
    advice: 'Visit your local merchant for help with your application.',
  },
};
