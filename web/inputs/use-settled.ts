import { useEffect, useState } from 'react';

/** Returns the text once it has not changed for a second, so screen readers do not announce it after every key press. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 1000);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
