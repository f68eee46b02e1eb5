/** Runs `doctor`: gathers facts, checks them, and lists what to do. */
import type { OperatorCommand } from '../command.ts';
import { counted, table } from '../terminal-text.ts';
import { type Finding, findingsOf, type State } from './checks.ts';
import { doctorFacts } from './facts.ts';

const marks: Readonly<Record<State, string>> = { fine: 'fine', advice: 'advice', problem: 'PROBLEM' };

export const doctorCommand: OperatorCommand['run'] = async (context) => {
  const findings = findingsOf(await doctorFacts(context));
  const [problems, advice] = [countOf(findings, 'problem'), countOf(findings, 'advice')];
  const listed = table(findings, {
    '': ({ state }) => marks[state],
    CHECK: 'check',
    'WHAT TO DO': 'says',
  });
  const verdict = `${counted(problems, 'problem')}, ${counted(advice, 'piece')} of advice.`;
  return {
    data: { problems, advice, findings },
    text: `${listed}\n\n${verdict}`,
    exitCode: problems === 0 ? 0 : 1,
  };
};

function countOf(findings: readonly Finding[], state: State): number {
  return findings.filter((finding) => finding.state === state).length;
}
