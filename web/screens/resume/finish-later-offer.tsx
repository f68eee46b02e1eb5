import { useLazyPart } from '../../lazy/lazy-part.ts';
import { customScreens } from '../../lazy/parts.ts';

/**
 * The button “Save and finish later” (D55). In the help sheet, which passes `onPress`, the button also loads its part of the
 * page, because help may open before that part is loaded.
 */
export function FinishLaterOffer(props: { readonly className?: string; readonly onPress?: () => void }) {
  const { value } = useLazyPart(customScreens, props.onPress !== undefined);
  const Button = value?.finishLaterButton;
  return Button && <Button {...props} />;
}
