/** Runs `work`, which must not reject, every `millis` milliseconds, and with `atOnce` also now. `stop` waits for a run. */
export function periodically(millis: number, work: () => Promise<void>, { atOnce = false } = {}) {
  let running = atOnce ? work() : Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work);
  }, millis).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
