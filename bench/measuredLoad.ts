import { load, median, medianLoad, type Load, type LoadRequest } from './load.ts';
import type { CpuClock, CpuTimes, Program } from './processes.ts';

export interface MeasuredLoad extends Load {
  /** Milliseconds of CPU time per request; the steadiest figure between runs. */
  cpu: CpuTimes;
}

/** Keeps 16 connections to a program busy, and measures the processor time as well. */
export async function measureLoad(
  clock: CpuClock,
  program: Program,
  seconds: number,
  requestsOf: (connection: number) => LoadRequest[],
): Promise<MeasuredLoad & { answers: number; bytes: number }> {
  const stop = await clock.start(program);
  const result = await load(program.origin, seconds, requestsOf);
  const { server, postgres } = await stop();
  return {
    ...result,
    cpu: { server: server / result.answers, postgres: postgres / result.answers },
  };
}

export const medianMeasured = (loads: readonly MeasuredLoad[]): MeasuredLoad => ({
  ...medianLoad(loads),
  cpu: {
    server: median(loads.map(({ cpu }) => cpu.server)),
    postgres: median(loads.map(({ cpu }) => cpu.postgres)),
  },
});
