/** Seconds after the browser has reported that the network is back in which the page tries each second (D44). */
const eagerSeconds = 10;

/**
 * Calls `act` when the browser reports that the network is back, and each second for ten seconds: browsers report it before
 * calls get through. Returns a function that ends this.
 */
export function whenOnline(act: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  function begin(): void {
    clearInterval(timer);
    let left = eagerSeconds;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      act();
    }, 1000);
    act();
  }
  addEventListener('online', begin);
  return () => {
    clearInterval(timer);
    removeEventListener('online', begin);
  };
}
