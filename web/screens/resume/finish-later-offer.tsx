import { useLazyPart } from '../../lazy/lazy-part.ts';
import { customScreens } from '../parts.ts';

/** The button “Save and finish later” (D55), shown once the custom screens are loaded. With `onPress`, loads them itself. */
export function FinishLaterOffer(props: { readonly kind?: 'secondary'; readonly onPress?: () => void }) {
  const { value } = useLazyPart(customScreens, props.onPress !== undefined);
  const Button = value?.FinishLaterButton;
  return Button && <Button {...props} />;
}
