import type { FastifyReply, FastifyRequest } from 'fastify';
import processRequest from 'graphql-upload/processRequest.mjs';
import type { RequestContext } from '../context/context.ts';
import { InvalidInputError, SignInRequiredError } from '../platform/errors.ts';
import { maxBytesBesideFile } from './limits/limits.ts';

export const isMultipart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^multipart\/form-data(;|$)/i.test(headers['content-type'] ?? '');

/** A header that HTML forms can't send; any value is accepted. */
const preflightHeader = 'graphql-require-preflight';

/**
 * @throws {InvalidInputError} without the header that protects against forms of other sites
 * @throws {SignInRequiredError}
 */
export async function checkMultipart(
  request: FastifyRequest,
  context: RequestContext,
): Promise<void> {
  if (request.headers[preflightHeader] === undefined) {
    throw notMultipart(`A multipart request needs the header ${preflightHeader}, with any value`);
  }
  if (!(await context.account())) {
    throw new SignInRequiredError();
  }
}

/** The one file is still arriving; a longer file is cut off. @throws {InvalidInputError} */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  maxFileBytes: number,
): Promise<object> {
  try {
    return await processRequest(request.raw, reply.raw, {
      maxFieldSize: maxBytesBesideFile,
      // The reader of the file enforces the exact limit.
      maxFileSize: maxFileBytes + 1,
      maxFiles: 1,
    });
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number };
    throw error instanceof Error && statusCode < 500 ? notMultipart(error.message) : error;
  }
}

const notMultipart = (message: string): InvalidInputError => new InvalidInputError('body', message);
