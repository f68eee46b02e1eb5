import { useEffect, useState } from 'react';

/** Returns the text once it has been unchanged for a second, so that screen readers do not announce every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 1000);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
