/** Returns the last announced seconds: the full time, every thirty above a minute, 20, 10, 5 (design brief, section 2.1). */
export function secondsSpoken(secondsLeft: number, totalSeconds: number): number {
  const wholeHalves = Math.ceil(secondsLeft / 30) * 30;
  const due = secondsLeft > 60 ? wholeHalves : ([5, 10, 20, 60].find((mark) => secondsLeft <= mark) ?? 60);
  return Math.min(due, totalSeconds);
}
