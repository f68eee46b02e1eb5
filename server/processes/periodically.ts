/** Runs `work`, which must not reject, every `millis`, first at once if `atOnce`. Runs don't overlap. `stop` awaits the last. */
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
