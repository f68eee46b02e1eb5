import type { PictureName } from '../components/pictures.tsx';
import { pictures } from '../components/pictures.tsx';

/** A drawing on its stage. */
export function Picture({ name }: { readonly name: PictureName }) {
  return <div className="picture-stage">{pictures[name]}</div>;
}
