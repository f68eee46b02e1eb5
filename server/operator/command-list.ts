/** All commands of the operator's command line, in the order of its help (D35). */
import type { OperatorCommand, StandaloneCommand } from './command.ts';
import {
  applicationsDecide,
  applicationsErase,
  applicationsList,
  applicationsShow,
  applicationsWithdraw,
} from './commands/applications.ts';
import { applicationsExport } from './commands/applications-export.ts';
import { approvalsGrant, approvalsList } from './commands/approvals.ts';
import { auditHeads, auditKey, auditShow, auditVerify } from './commands/audit.ts';
import { deliveriesList, deliveriesRetry } from './commands/deliveries.ts';
import {
  deliveryKeysAdd,
  deliveryKeysExport,
  deliveryKeysList,
  deliveryKeysRevoke,
  deliveryKeysUse,
} from './commands/delivery-keys.ts';
import { doctorCommand } from './commands/doctor.ts';
import { documentsAdd, documentsGet, documentsList, documentsMove } from './commands/documents.ts';
import {
  encryptionRotateCommand,
  encryptionSealCommand,
  encryptionStatusCommand,
} from './commands/encryption.ts';
import { entityKeysAdd, entityKeysList, entityKeysRemove } from './commands/entity-keys.ts';
import { keysIssue, keysList, keysRevoke } from './commands/keys.ts';
import { migrateCommand } from './commands/migrate.ts';
import { programsCheck } from './commands/programs.ts';
import { retentionRunCommand } from './commands/retention.ts';
import { sessionsEnd } from './commands/sessions.ts';
import { storeBackupCommand, storeRestoreCommand, storeVerifyBackupCommand } from './commands/store.ts';

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
