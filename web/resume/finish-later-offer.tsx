import { ownScreens } from '../screens/own-screens-later.ts';

/**
 * The button “Save and finish later”, where a link can be sent (D55). Nothing can be saved before the screens that it comes
 * with are there.
 */
export function FinishLaterOffer(props: { readonly className?: string; readonly onPress?: () => void }) {
  const Button = ownScreens.loaded()?.finishLaterButton;
  return Button && <Button {...props} />;
}
