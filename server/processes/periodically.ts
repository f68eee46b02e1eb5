/**
 * Runs `work` every `millis` milliseconds. If `atOnce` is true, also runs it immediately. `work` must not reject. Skips a run if
 * the previous run has not finished. `stop` waits for the current run.
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
