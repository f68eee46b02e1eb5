import { useFirstCopy } from '../../use-copy.ts';

/** Stays in sight while a demonstration runs. */
export function DemoStrip() {
  const first = useFirstCopy();
  return (
    <aside className="demo-strip" aria-label={first.demo}>
      {first.demoStrip}
    </aside>
  );
}
