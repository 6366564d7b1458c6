import type { Deps } from '../context/context.ts';
import { completeMultipart } from '../modules/contracts/uploads/multipart.ts';
import { openDatabase } from '../platform/database/database.ts';
import { noRateLimits } from '../platform/limits/rateLimits.ts';
import type { Viewer } from '../platform/sessions/sessions.ts';
import { createSignedLinks } from '../platform/security/signedLinks.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { noVirusScanner } from '../platform/files/virusScanner.ts';
import { patientLimits } from './patientLimits.ts';

// Completes the upload of a contract, in a process of its own that tests can kill. Arguments: the
// database URL, the folder of the storage, the owner, the key, the id of the upload and the ETags
// of its pieces. Prints a line when it begins.
const [databaseUrl = '', folder = '', ownerId = '', key = '', uploadId = '', ...etags] =
  process.argv.slice(2);
const database = openDatabase(databaseUrl, { connections: 1, limits: patientLimits });
const deps: Pick<Deps, 'database' | 'storage' | 'virusScanner' | 'signedLinks' | 'rateLimits'> = {
  database,
  storage: await openDiskStorage(folder),
  virusScanner: noVirusScanner,
  signedLinks: createSignedLinks([Buffer.alloc(32, 7)]),
  rateLimits: noRateLimits,
};
const parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
await database.pool.query('SELECT 1');
process.stdout.write('at work\n');
await completeMultipart(deps, { id: ownerId } as Viewer, { key, uploadId }, { parts });
await database.close();
