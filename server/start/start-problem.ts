import { openingProblem } from '../db/opening-error.ts';

/** Why a server does not start, for the operator: one line per problem. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Returns an error of opening the store as a StartProblem if the operator can fix it, otherwise unchanged. */
export function asStartProblem(error: unknown): unknown {
  const problem = openingProblem(error);
  return problem === undefined ? error : new StartProblem([problem]);
}
