import { inject } from 'vitest';
import { fileOf, type Program } from './programs.ts';

/** The file to run for a program, which this run has bundled. */
export const programFile = (program: Program): string => fileOf(inject('programs'), program);
