import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { sectionKeys } from '../../../form/fields/application-state.ts';
import { firstStepOf } from '../../../form/flow/navigation.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useConfirm } from '../../components/dialogs/use-confirm.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spoken } from '../../components/spoken.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { usePageState } from '../../state/use-page.ts';

const words = resumeCopy.kept;

/**
 * The notice above the first question of a resumed draft. Says what is stored, and offers to start over, because another person
 * may have planted the draft (D55). Screen readers read this text after the question's heading.
 */
export function KeptStrip() {
  const { application, documents } = usePageState();
  const [, navigate] = useLocation();
  const [confirmDialog, confirm] = useConfirm();
  const { sections } = useCopy();
  const done = sectionKeys.filter((key) => firstStepOf(key, application) && application.sections[key]);
  const names = done.map((key) => sections[key]).join(', ');
  const sentence = names ? `${words.done(names)} ${words.here}` : words.here;
  // A live region announces only text that it receives after it has been rendered.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return (
    <>
      <Notice tone="success">
        <p>
          <b>{`${words.title} `}</b>
          <span>{`${sentence} `}</span>
          {documents.length > 0 && (
            <>
              <span>{`${words.documents} `}</span>
              <span translate="no">{documents.map(({ fileName }) => fileName).join(', ')}</span>
              <span>.</span>
            </>
          )}
        </p>
        <p>
          <Button
            onPress={() => confirm({ ...resumeCopy.startOver, onConfirm: () => navigate('/start') })}
            label={words.startOver}
          />
        </p>
      </Notice>
      <Spoken>{isShown && `${words.title} ${sentence}`}</Spoken>
      {confirmDialog}
    </>
  );
}
