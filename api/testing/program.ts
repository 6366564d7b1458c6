import { inject } from 'vitest';
import { fileOf, type Program } from './programs.ts';

/** The file to run for a program, which this run has bundled. */
export const programFile = (program: Program): string => fileOf(inject('programs'), program);

/**
 * Options of Node for a program that lives for a second or two: optimizing its code would take
 * longer than it runs.
 */
export const briefly = ['--liftoff-only', '--no-opt'];
