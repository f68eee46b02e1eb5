/** From submit to what lies at the other end: the mail and the delivery of one application. */
import { createHash, createPrivateKey } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { forbidInLogs } from '../../tests/forbid-in-logs.ts';
import { loggerOptions } from '../logging.ts';
import { readSettings } from '../settings.ts';
import { startServer } from '../start-server.ts';
import { testStores } from '../store/test-database.ts';
import type { Delivery } from './provider-delivery.ts';
import type { TypedOptions } from './test-application.ts';
import { canaries, submitTyped, typedApplicant, typedBusiness, typedOwner } from './test-application.ts';
