import type { MultipartUpload, ObjectStorage } from './objectStorage.ts';

export function storageUnder(storage: ObjectStorage, prefix: string): ObjectStorage {
  const { direct } = storage;
  const lend = direct?.lendCredentials;
  const under = (key: string): string => prefix + key;
  const inside = ({ key, uploadId }: MultipartUpload): MultipartUpload => ({
    key: under(key),
    uploadId,
  });
  return {
    write: (key, body, limit) => storage.write(under(key), body, limit),
    read: (key, range) => storage.read(under(key), range),
    async stat(key) {
      const found = await storage.stat(under(key));
      return found && { ...found, key };
    },
    move: (from, to) => storage.move(under(from), under(to)),
    remove: (key) => storage.remove(under(key)),
    async *list(begin) {
      for await (const object of storage.list(under(begin))) {
        yield { ...object, key: object.key.slice(prefix.length) };
      }
    },
    beginMultipart: (key) => storage.beginMultipart(under(key)),
    writePart: (upload, partNumber, body, limit) =>
      storage.writePart(inside(upload), partNumber, body, limit),
    listParts: (upload) => storage.listParts(inside(upload)),
    completeMultipart: (upload, parts) => storage.completeMultipart(inside(upload), parts),
    abortMultipart: (upload) => storage.abortMultipart(inside(upload)),
    tidy: (begin, before) => storage.tidy(under(begin), before),
    scratch: storage.scratch,
    direct: direct && {
      origin: direct.origin,
      signPart: (upload, partNumber, seconds) =>
        direct.signPart(inside(upload), partNumber, seconds),
      lendCredentials: lend && ((begin) => lend(under(begin))),
    },
  };
}
