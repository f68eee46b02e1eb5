/** Runs `approvals …`. */
import { type Approval, type AskedFor, approvals, grantApproval } from '../access/four-eyes.ts';
import { positionalOf } from '../call-values.ts';
import type { OperatorCommand } from '../command.ts';
import { minute, table } from '../terminal-text.ts';

export const approvalsList: OperatorCommand['run'] = async (context) => {
  const all = await approvals(context);
  const rows = all.map((one) => [
    one.id,
    one.asked.operator,
    minute(one.expireDateTime),
    one.approvedBy ?? '-',
    lineOf(one.asked),
  ]);
  return {
    data: { approvals: all.map(factsOf) },
    text:
      rows.length > 0
        ? table(['ID', 'ASKED BY', 'UNTIL (UTC)', 'APPROVED BY', 'WHAT'], rows)
        : 'Nothing is asked for.',
  };
};

export const approvalsGrant: OperatorCommand['run'] = async (context, call) => {
  const granted = await grantApproval(context, context.operator, positionalOf(call, 0).toLowerCase());
  return {
    data: factsOf(granted),
    text: `${granted.asked.operator} may call once: ${lineOf(granted.asked)}`,
  };
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

/** What was typed, in one line. */
function lineOf({ command, positionals, options }: AskedFor): string {
  const typed = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, JSON.stringify(value)],
  );
  return [command, ...positionals, ...typed].join(' ');
}
