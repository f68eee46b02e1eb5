import { createRoot } from 'react-dom/client';
import { ContinueOffer } from './continue-offer.tsx';

/** Puts the offer on the prerendered first screen, over its button, where nothing moves for it. */
export function putOfferOnIntro(onPress: () => void): void {
  const holder = document.createElement('div');
  document.querySelector('.intro-start')?.prepend(holder);
  createRoot(holder).render(<ContinueOffer onPress={onPress} />);
}
