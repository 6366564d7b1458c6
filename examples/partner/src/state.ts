import { readFile, rename, writeFile } from 'node:fs/promises';

/** What this program has to remember between runs. */
export interface State {
  /** Listings by the reference in the first column of the CSV file. */
  listings: Record<string, { key: string; id?: string; details?: string }>;
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

/** Writes the file as a whole or not at all. It holds a secret, so only its owner can read it. */
export async function writeState(file: string, state: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
