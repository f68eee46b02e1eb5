import { useLazyPart } from '../../lazy/lazy-part.ts';
import { usePageState } from '../../state/use-page.ts';
import { customScreens } from '../parts.ts';

/**
 * The button “Save and finish later” (D55). Its code is in `customScreens`, which this component loads if `onPress` is passed or
 * the draft has a tax ID. Renders nothing until the code is loaded.
 */
export function FinishLaterOffer(props: { readonly kind?: 'secondary'; readonly onPress?: () => void }) {
  const { taxIdLast4 } = usePageState().application.applicationData;
  const { value } = useLazyPart(customScreens, Boolean(props.onPress ?? taxIdLast4));
  const Button = value?.FinishLaterButton;
  return Button && <Button {...props} />;
}
