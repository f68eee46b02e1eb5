import { words } from '../words.ts';

/** Stays in sight while a demonstration runs. */
export function DemoStrip() {
  return (
    <aside className="demo-strip" aria-label={words.demo}>
      {words.demoStrip}
    </aside>
  );
}
