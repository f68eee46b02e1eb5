/**
 * Runs `work`, which must not reject, every `millis` milliseconds. With `atOnce`, also runs it immediately. `stop` waits for a
 * run in progress.
 */
export function periodically(
  millis: number,
  work: () => Promise<void>,
  { atOnce = false } = {},
): { readonly stop: () => Promise<void> } {
  let running = atOnce ? work() : Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work);
  }, millis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
