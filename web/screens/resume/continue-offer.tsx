import { DocumentIcon, Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';

/** A link to the page that resumes a draft. Reveals nothing about the draft (D55). */
export function ContinueOffer({ onPress }: { readonly onPress?: () => void }) {
  return (
    <PageLink className="continue-offer" href="/resume" {...(onPress && { onFollow: onPress })}>
      <DocumentIcon name="lock" />
      <span>{resumeCopy.offer}</span>
      <Icon name="forward" />
    </PageLink>
  );
}
