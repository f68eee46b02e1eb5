import { versionText } from '../version-text.ts';
import { counted } from './counted.ts';

const agree = 'I agree';
const goBack = 'Go back';

/** The words of the screens with agreements. They load with these screens. */
export const signing = {
  read: (name: string) => `Read the ${name}`,
  readAgain: 'Read it again',
  minutes: (minutes: number) => `About ${minutes} min`,
  agreed: 'Agreed',
  notAgreed: 'You haven’t agreed to this yet',
  takenBack: 'You unchecked the box. To agree again, check it.',
  done: (count: number, of: number) => `${count} of ${counted(of, 'agreement')} done`,
  afterUpload: 'Your document is still uploading. When it’s done, we’ll submit your application.',
  changed: 'This has changed since you read it. Open and read it again.',
  changedHere: 'This has changed since you opened it. Read it again.',
  helpTitle: 'Help with this agreement',
  help: `Take your time. “${agree}” closes the agreement and checks the box. “${goBack}” closes it and leaves the box as it is. You can uncheck the box any time before you submit.`,
  page: (number: number, of: number) => `Page ${number} of ${of}`,
  /** The title of the dialog with a large picture of a page. */
  pageOf: (page: string, agreement: string) => `${page}: ${agreement}`,
  previous: 'Previous page',
  next: 'Next page',
  /** Screen readers read this text after `previous` and `next`. */
  target: (number: number, of: number) => `(${number} of ${of})`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  pages: 'Pages',
  larger: ', opens a larger view',
  box: (name: string) => `${agree} to the ${name}`,
  openFirst: 'Read the agreement first',
  agreeFirst: `Open it and press “${agree}” at the end`,
  goBack,
  agree,
  download: (size?: string) => `Download a copy (PDF${size === undefined ? '' : `, ${size}`})`,
  checking: 'Checking whether we received your application…',
  submit: 'Accept and submit application',
  /** Shown directly above the button `submit`. */
  consequence: (provider: string) =>
    `This submits your application to ${provider}. After that, you can’t change it.`,
  /** `hasPages` is true if pictures of the pages separate this line from the text. */
  version: (version: string, hasPages: boolean) =>
    `Version: ${versionText(version)}${hasPages ? '. Press a page to enlarge it. The full text is below.' : ''}`,
};
