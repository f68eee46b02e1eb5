/** Calls `act` when the network is back, then each second for ten seconds (D44). Returns a function that stops this. */
export function whenOnline(act: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  function begin(): void {
    clearInterval(timer);
    let left = 10;
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
