/** Reads in progress, which later callers share. */
export function createSharedReads<Value>() {
  const reading = new Map<string, Promise<Value>>();
  return {
    current: (key: string): Promise<Value> | undefined => reading.get(key),
    share(key: string, read: Promise<Value>): Promise<Value> {
      const done = (): void => {
        if (reading.get(key) === read) reading.delete(key);
      };
      reading.set(key, read);
      read.then(done, done);
      return read;
    },
    /** Later callers share none of the reads that are in progress now. */
    forget: (): void => reading.clear(),
  };
}
