import { readFile, rename, writeFile } from 'node:fs/promises';

export interface State {
  /** Ids of listings by the reference in the first column of the CSV file. */
  listings: Record<string, string>;
  endpoint?: { id: string; address: string; secret: string };
}

export async function readState(file: string): Promise<State> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { listings: {} };
    }
    throw error;
  }
}

/** Writes the file atomically. Only its owner can read it, since it holds a secret. */
export async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
