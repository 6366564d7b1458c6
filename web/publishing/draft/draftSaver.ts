export type DraftStatus = 'none' | 'saving' | 'saved' | 'failed' | 'conflict';

/** The result of a save: the new version, or 'conflict' if another window saved first. */
export type SaveAnswer = { version: number } | 'conflict';

interface DraftSaverOptions<Values> {
  version: number;
  save: (values: Values, version: number) => Promise<SaveAnswer>;
  onStatus: (status: DraftStatus) => void;
}

export interface DraftSaver<Values> {
  keep: (values: Values) => void;
  flush: () => void;
  /** Saves pending values at once; resolves after success or failure. */
  finish: () => Promise<void>;
  stop: () => Promise<void>;
  resume: () => void;
  /** Starts over after the draft was deleted: the next values create a new one. */
  restart: () => void;
}

/** Milliseconds without a change before a draft is saved. */
const pause = 700;

const retryPause = 5_000;

export function createDraftSaver<Values>(options: DraftSaverOptions<Values>): DraftSaver<Values> {
  const { save, onStatus } = options;
  let { version } = options;
  let waiting: Values | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let isStopped = false;

  const run = async (values: Values) => {
    onStatus('saving');
    try {
      const answer = await save(values, version);
      if (answer === 'conflict') {
        isStopped = true;
        onStatus('conflict');
        return;
      }
      ({ version } = answer);
      if (waiting === undefined) onStatus('saved');
    } catch {
      waiting ??= values;
      if (isStopped) return;
      onStatus('failed');
      schedule(retryPause);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    if (waiting === undefined || underWay || isStopped) return;
    const values = waiting;
    waiting = undefined;
    underWay = run(values).finally(() => {
      underWay = undefined;
      if (waiting !== undefined && timer === undefined) schedule(0);
    });
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, delay);
  };

  return {
    flush,
    finish: async () => {
      // Values that changed during a save need a second save.
      for (let saves = 1; saves <= 2; saves += 1) {
        flush();
        await underWay;
      }
    },
    keep: (values) => {
      if (isStopped) return;
      waiting = values;
      schedule(pause);
    },
    stop: async () => {
      isStopped = true;
      waiting = undefined;
      clearTimeout(timer);
      timer = undefined;
      await underWay;
    },
    resume: () => {
      isStopped = false;
    },
    restart: () => {
      isStopped = false;
      version = 0;
      waiting = undefined;
      onStatus('none');
    },
  };
}
