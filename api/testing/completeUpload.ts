import { openDiskStorage } from '../platform/storage/diskStorage.ts';

// A process of its own that joins the pieces of an upload, for tests that kill it: it takes the
// folder, the key, the id of the upload and the ETags of its pieces, and prints when it begins.
const [folder = '', key = '', uploadId = '', ...etags] = process.argv.slice(2);
const storage = await openDiskStorage(folder);
process.stdout.write('at work\n');
await storage.completeMultipart(
  { key, uploadId },
  etags.map((etag, index) => ({ partNumber: index + 1, etag })),
);
