/**
 * Runs `work`, which must not reject, every `millis` milliseconds, and with `atOnce` also now. Skips a run while the last one is
 * still under way. `stop` waits for that one.
 */
export function periodically(millis: number, work: () => Promise<void>, { atOnce = false } = {}) {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  if (atOnce) run();
  const timer = setInterval(run, millis).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
