/**
 * Returns the seconds that were last announced: the full time, then every 30 seconds down to one minute, then 20, 10 and 5
 * (design brief, section 2.1).
 */
export function secondsSpoken(secondsLeft: number, totalSeconds: number): number {
  const wholeHalves = Math.ceil(secondsLeft / 30) * 30;
  const due = secondsLeft > 60 ? wholeHalves : ([5, 10, 20, 60].find((mark) => secondsLeft <= mark) ?? 60);
  return Math.min(due, totalSeconds);
}
