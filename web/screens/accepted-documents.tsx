import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import { documentsCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState } from '../state/use-page.ts';

/** The documents that prove a business of the legal form that was chosen; nothing before one was. */
export function AcceptedDocuments() {
  const copy = useCopy();
  const { organizationType: type } = usePageState().application.applicationData;
  if (!type) return null;
  return (
    <>
      <h2>{copy.fields.application.organizationType.options[type]}</h2>
      <ul className="accepted-documents">
        {acceptedDocuments[type].map((document) => (
          <li key={document}>{documentsCopy.acceptedDocuments[document]}</li>
        ))}
      </ul>
    </>
  );
}
