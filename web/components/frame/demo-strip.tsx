import { useFirstCopy } from '../../copy/use-copy.ts';

/** Says on every screen that this is a demonstration. */
export function DemoStrip() {
  const first = useFirstCopy();
  return (
    <aside className="demo-strip" aria-label={first.demo}>
      {first.demoStrip}
    </aside>
  );
}
