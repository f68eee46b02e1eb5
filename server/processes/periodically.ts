/**
 * Calls `work` every `millis` ms, and immediately if `atOnce`. Skips a call while the previous call is running. `work` must not
 * reject. `stop` prevents further calls, and waits for the running call.
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
