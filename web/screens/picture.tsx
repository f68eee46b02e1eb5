import type { PictureName } from '../components/pictures.tsx';
import { useLater } from '../later.ts';
import { ownScreens } from './own-screen-loading.tsx';

/** A drawing on its stage. The stage keeps its place while the drawing loads, and stays empty where it cannot come. */
export function Picture({ name }: { readonly name: PictureName }) {
  const { value } = useLater(ownScreens);
  return <div className="picture-stage">{value?.drawings[name]}</div>;
}
