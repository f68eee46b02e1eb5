import { useEffect, useState } from 'react';

/** The text as it stood when it had not changed for a second, so that announcements do not chase the typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 1000);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
