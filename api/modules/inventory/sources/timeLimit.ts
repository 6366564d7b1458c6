import { createContext, Script } from 'node:vm';

const context = createContext({ run: (): unknown => undefined });
const script = new Script('run()');

/**
 * Runs something that may never end by itself. It holds the process up meanwhile.
 * @param run must not await
 * @throws {Error} with the code ERR_SCRIPT_EXECUTION_TIMEOUT after so many milliseconds
 */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  context['run'] = run;
  return script.runInContext(context, { timeout: milliseconds }) as T;
}
