import { useLazyPart } from '../../lazy/lazy-part.ts';
import { customScreens } from '../../lazy/parts.ts';

/**
 * The button “Save and finish later”, shown where a link can be sent (D55). Nothing can be saved before the screens that it
 * loads with, but help, which may open earlier, waits for them.
 */
export function FinishLaterOffer(props: { readonly className?: string; readonly onPress?: () => void }) {
  const { value } = useLazyPart(customScreens, props.onPress !== undefined);
  const Button = value?.finishLaterButton;
  return Button && <Button {...props} />;
}
