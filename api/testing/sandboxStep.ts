import { fillSandbox } from '../modules/partners/sandboxes/fillSandbox.ts';
import { createSandboxDatabases } from '../modules/partners/sandboxes/sandboxDatabases.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/process/log.ts';
import { patientLimits } from './patientLimits.ts';

// Makes the sandbox of an organization, in a process of its own that tests can kill. Arguments: the
// URL of the live database and the plain id of the organization.
const [databaseUrl = '', organizationId = ''] = process.argv.slice(2);
const database = openDatabase(databaseUrl, { connections: 1, limits: patientLimits });
await database.pool.query("SELECT 'begin'");
await createSandboxDatabases(databaseUrl, createLog('silent')).provide(organizationId, (url) =>
  fillSandbox({ database }, organizationId, url),
);
await database.close();
