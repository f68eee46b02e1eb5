/** A sentence that contains a text that the browser must not translate, such as an email address. `keeps` is that text. */
export function Sentence({ text, keeps }: { readonly text: string; readonly keeps: string }) {
  const at = text.indexOf(keeps);
  if (at < 0) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <bdi translate="no">{keeps}</bdi>
      <span>{text.slice(at + keeps.length)}</span>
    </>
  );
}
