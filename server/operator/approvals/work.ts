/** Runs the `approvals …` commands. */
import { type Approval, type AskedFor, approvals, grantApproval } from '../access/four-eyes.ts';
import { positionalOf } from '../call-values.ts';
import type { OperatorCommand } from '../command.ts';
import { minute, tableOr } from '../terminal-text.ts';

export const approvalsList: OperatorCommand['run'] = async (context) => {
  const all = await approvals(context);
  const text = tableOr('There are no open requests.', all, {
    ID: 'id',
    'ASKED BY': ({ asked }) => asked.operator,
    'UNTIL (UTC)': ({ expireDateTime }) => minute(expireDateTime),
    'APPROVED BY': ({ approvedBy }) => approvedBy ?? '-',
    WHAT: ({ asked }) => lineOf(asked),
  });
  return { data: { approvals: all.map(factsOf) }, text };
};

export const approvalsGrant: OperatorCommand['run'] = async (context, call) => {
  const granted = await grantApproval(context, context.operator, positionalOf(call).toLowerCase());
  const text = `${granted.asked.operator} may call once: ${lineOf(granted.asked)}`;
  return { data: factsOf(granted), text };
};

function factsOf({ id, asked, createDateTime, expireDateTime, approvedBy }: Approval) {
  return {
    id,
    ...asked,
    createDateTime: createDateTime.toISOString(),
    expireDateTime: expireDateTime.toISOString(),
    approvedBy: approvedBy ?? null,
  };
}

/** Returns the call that the operator typed, as one line. */
function lineOf({ command, positionals, options }: AskedFor): string {
  const typed = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, JSON.stringify(value)],
  );
  return [command, ...positionals, ...typed].join(' ');
}
