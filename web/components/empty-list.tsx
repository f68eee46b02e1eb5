import { pictures } from './pictures.tsx';

/** Stands where a list would be that has nothing in it yet: the drawing of what is missing, and a sentence. */
export function EmptyList({ text }: { readonly text: string }) {
  return (
    <div className="empty">
      <div className="picture-stage">{pictures.toolBoard}</div>
      <p>{text}</p>
    </div>
  );
}
