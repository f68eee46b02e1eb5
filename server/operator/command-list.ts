/** Lists all commands of the operator's command line, in the order in which its help shows them (D35). */
import { applicationCommands, applicationsExport } from './applications/commands.ts';
import { approvalCommands } from './approvals/commands.ts';
import { auditCommands } from './audit/commands.ts';
import type { AnyCommand } from './command.ts';
import { deliveryCommands } from './deliveries/commands.ts';
import { deliveryKeyCommands } from './delivery-keys/commands.ts';
import { doctorCommand } from './doctor/commands.ts';
import { documentCommands } from './documents/commands.ts';
import { encryptionCommands } from './encryption/commands.ts';
import { entityKeyCommands } from './entity-keys/commands.ts';
import { keyCommands } from './keys/commands.ts';
import { migrateCommand } from './migrate/commands.ts';
import { programsCheck } from './programs/commands.ts';
import { retentionRun } from './retention/commands.ts';
import { sessionsEnd } from './sessions/commands.ts';
import { storeCommands } from './store/commands.ts';

export const commands: readonly AnyCommand[] = [
  doctorCommand,
  programsCheck,
  migrateCommand,
  ...keyCommands,
  ...entityKeyCommands,
  ...applicationCommands,
  sessionsEnd,
  applicationsExport,
  ...approvalCommands,
  ...documentCommands,
  ...deliveryCommands,
  ...deliveryKeyCommands,
  ...auditCommands,
  ...encryptionCommands,
  retentionRun,
  ...storeCommands,
];
