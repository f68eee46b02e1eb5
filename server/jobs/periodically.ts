/**
 * Runs work every `millis`, and first now if `atOnce`, each run after the one before, until stopped. `work` must not reject.
 * `stop` waits for a running one. Doesn't keep the process alive.
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
