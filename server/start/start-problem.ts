import { openingProblem } from '../db/opening-error.ts';

/** Thrown if a server cannot start. The message tells the operator why, with one line per problem. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Returns a StartProblem if the operator can fix what kept the store from opening. Otherwise, returns the error itself. */
export function asStartProblem(error: unknown): unknown {
  const problem = openingProblem(error);
  return problem === undefined ? error : new StartProblem([problem]);
}
