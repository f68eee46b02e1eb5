import { useEffect, useState } from 'react';

/** The text once it has not changed for a second, so that announcements do not follow every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 1000);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
