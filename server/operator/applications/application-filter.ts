/** Declares the options that select applications for lists and exports, and builds the filter from them. */
import { statuses } from '../../../api/status.ts';
import type { ApplicationFilter } from '../../db/queries/operator/application-list.ts';
import { dayOf, oneOf, programOf, programOption, storeOf, storeOption, textOf } from '../call-values.ts';
import type { OperatorCall, OperatorContext, OperatorOption } from '../command.ts';

export const filterOptions = {
  status: { value: 'STATUS', about: `One of ${statuses.join(', ')}` },
  program: programOption,
  store: storeOption,
  from: { value: 'DATE', about: 'Begun on this day or later, UTC' },
  to: { value: 'DATE', about: 'Begun on this day or earlier, UTC' },
  reference: { value: 'NUMBER', about: 'Reference number' },
} as const satisfies Record<string, OperatorOption>;

/** Returns the filter that a call's options describe. @throws WrongUsage if a value is malformed */
export function filterOf(context: OperatorContext, call: OperatorCall): ApplicationFilter {
  return {
    status: oneOf(call, 'status', statuses),
    domainKey: programOf(context, call)?.domainKey,
    storeId: storeOf(call),
    from: dayOf(call, 'from', 'begins'),
    before: dayOf(call, 'to', 'is over'),
    referenceNumber: textOf(call, 'reference')?.toUpperCase(),
  };
}
