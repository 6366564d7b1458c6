import { openDiskStorage } from '../platform/storage/diskStorage.ts';

// Joins the pieces of an upload, in a process of its own that tests can kill. Arguments: the
// folder, the key, the id of the upload and the ETags of its pieces. Prints a line when it begins.
const [folder = '', key = '', uploadId = '', ...etags] = process.argv.slice(2);
const storage = await openDiskStorage(folder);
process.stdout.write('at work\n');
await storage.completeMultipart(
  { key, uploadId },
  etags.map((etag, index) => ({ partNumber: index + 1, etag })),
);
