/** Declares the `documents …` commands, which list, add, export and move the documents of applications (D26, D29). */
import { documentTypes } from '../../../form/limits/document-limits.ts';
import { reasonOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const documentCommands: readonly OperatorCommand[] = [
  {
    name: 'documents list',
    role: 'read',
    about: 'Lists the documents of an application.',
    positionals: ['id|reference'],
    examples: { 'documents list QWER-1234-5678': 'shows their ids, names and sizes' },
    run: work('documentsList'),
  },
  {
    name: 'documents add',
    role: 'decide',
    about:
      'Adds the document that a pending application waits for. The application becomes submitted, and the document is delivered.',
    positionals: ['id|reference', 'FILE'],
    reads: 'FILE',
    options: { type: { value: 'TYPE', about: `${documentTypes.join(', ')}; the default` } },
    examples: { 'documents add QWER-1234-5678 articles.pdf': 'checks the file like an upload, and adds it' },
    run: work('documentsAdd'),
  },
  {
    name: 'documents get',
    role: 'reveal',
    about: 'Writes a document to a file, for a reason that the audit trail records.',
    positionals: ['document-id'],
    shows: work('programOfDocument'),
    options: { reason: { ...reasonOption, required: true } },
    examples: {
      'documents get 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Check of the articles" --out articles.pdf':
        'writes it to a file that only you can read; its id is from `documents list`',
    },
    run: work('documentsGet'),
  },
  {
    name: 'documents move',
    role: 'keys',
    about:
      'Moves all documents into the bucket of DOCUMENTS_URL, or back into the database, while the server runs; may be repeated. Exit code 3 while some are left.',
    options: { to: { value: 'WHERE', about: 'bucket or database', required: true } },
    examples: {
      'documents move --to bucket': 'once DOCUMENTS_URL is set on every node',
      'documents move --to database':
        'once NEW_DOCUMENTS is database on every node, before DOCUMENTS_URL is unset',
    },
    run: work('documentsMove'),
  },
];
