/** The error texts of spec section 8, its fragments made sentences by D8. */
import type { Copy } from '../copy.ts';

const domainTitle = 'Domain Error';
const applicationTitle = 'Application Error';
const defaultMessage = 'There was an error processing your request.';

export const errors: Copy['errors'] = {
  areas: {
    domain: {
      title: domainTitle,
      message: defaultMessage,
      invalid: 'Unable to find program mapped to URL [{hostname}]',
      other: 'Unable to fetch programs from the server',
      missing: 'Unable to find program mapped to URL [{hostname}]',
    },
    createApplication: {
      title: applicationTitle,
      message: 'Unable to create application',
      invalid: 'Could not save application, invalid data',
      other: 'Error saving application data',
      missing: 'Could not save application, missing information',
    },
    saveApplication: {
      title: applicationTitle,
      message: 'Unfortunately, you application in unable to be saved at this time',
      invalid: 'Could not save application, invalid data',
      other: 'Error saving application data',
      missing: 'Could not save application, missing information',
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
      title: applicationTitle,
      message: defaultMessage,
      invalid: 'Could not upload document, invalid request',
      other: 'Error uploading document',
      missing: 'Could not upload document, application not found',
    },
    personnelSave: {
      title: applicationTitle,
      message: defaultMessage,
      invalid: 'Could not save personnel, invalid data',
      other: 'Error saving personnel data',
      missing: 'Could not save personnel, missing information',
    },
    personnelRemove: {
      title: applicationTitle,
      message: defaultMessage,
      invalid: 'Could not remove personnel, invalid request',
      other: 'Error removing personnel',
      missing: 'Could not remove personnel, they do not exist',
    },
  },
  invalidDomainTitle: 'Invalid Domain',
  unauthorized:
    'Session has time out and application has become invalid. Please start application over by going to {hostname}/apply',
  page: {
    title: 'It looks like something went wrong',
    advice: 'Visit your local merchant for help with your application.',
  },
};
