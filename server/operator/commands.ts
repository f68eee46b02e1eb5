/** Every command of the operator's command line, in the order of its help (D35). */
import type { OperatorCommand, StandaloneCommand } from './command.ts';
import { programsCheck } from './commands/programs.ts';

export const commands: readonly (OperatorCommand | StandaloneCommand)[] = [programsCheck];
