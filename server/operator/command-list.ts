/** All commands of the operator's command line, in the order of its help (D35). */

import {
  applicationsDecide,
  applicationsErase,
  applicationsExport,
  applicationsList,
  applicationsShow,
  applicationsWithdraw,
} from './applications/commands.ts';
import { approvalsGrant, approvalsList } from './approvals/commands.ts';
import { auditHeads, auditKey, auditShow, auditVerify } from './audit/commands.ts';
import type { OperatorCommand, StandaloneCommand } from './command.ts';
import { deliveriesList, deliveriesRetry } from './deliveries/commands.ts';
import {
  deliveryKeysAdd,
  deliveryKeysExport,
  deliveryKeysList,
  deliveryKeysRevoke,
  deliveryKeysUse,
} from './delivery-keys/commands.ts';
import { doctorCommand } from './doctor/commands.ts';
import { documentsAdd, documentsGet, documentsList, documentsMove } from './documents/commands.ts';
import {
  encryptionRotateCommand,
  encryptionSealCommand,
  encryptionStatusCommand,
} from './encryption/commands.ts';
import { entityKeysAdd, entityKeysList, entityKeysRemove } from './entity-keys/commands.ts';
import { keysIssue, keysList, keysRevoke } from './keys/commands.ts';
import { migrateCommand } from './migrate/commands.ts';
import { programsCheck } from './programs/commands.ts';
import { retentionRunCommand } from './retention/commands.ts';
import { sessionsEnd } from './sessions/commands.ts';
import { storeBackupCommand, storeRestoreCommand, storeVerifyBackupCommand } from './store/commands.ts';

export const commands: readonly (OperatorCommand | StandaloneCommand)[] = [
  doctorCommand,
  programsCheck,
  migrateCommand,
  keysIssue,
  keysList,
  keysRevoke,
  entityKeysAdd,
  entityKeysList,
  entityKeysRemove,
  applicationsList,
  applicationsShow,
  applicationsDecide,
  applicationsWithdraw,
  applicationsErase,
  sessionsEnd,
  applicationsExport,
  approvalsList,
  approvalsGrant,
  documentsList,
  documentsAdd,
  documentsGet,
  documentsMove,
  deliveriesList,
  deliveriesRetry,
  deliveryKeysList,
  deliveryKeysExport,
  deliveryKeysAdd,
  deliveryKeysUse,
  deliveryKeysRevoke,
  auditVerify,
  auditHeads,
  auditKey,
  auditShow,
  encryptionStatusCommand,
  encryptionRotateCommand,
  encryptionSealCommand,
  retentionRunCommand,
  storeBackupCommand,
  storeVerifyBackupCommand,
  storeRestoreCommand,
];
