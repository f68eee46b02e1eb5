/**
 * Calls `work` every `millis` ms (and now if `atOnce`), one call at a time. `work` must not reject. `stop` waits for the running
 * call.
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
