import { errorCodes } from '../platform/errorCodes.ts';
import {
  type ExpectedError,
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
  type FieldError,
} from '../platform/errors.ts';
import { builder } from './builder.ts';
import { enumOf } from './enumOf.ts';

const ErrorCodeType = enumOf('ErrorCode', 'What went wrong, for programs.', errorCodes);

const ErrorInterface = builder.interfaceRef<ExpectedError>('Error').implement({
  description: 'An expected error. Its message can be shown to people as it is.',
  fields: (t) => ({
    code: t.expose('code', {
      type: ErrorCodeType,
      description: 'What went wrong; queries have the same code in `extensions.code`.',
    }),
    message: t.exposeString('message', {
      description: 'What is wrong and what to do, for people to read.',
    }),
  }),
});

export const FieldErrorType = builder.objectRef<FieldError>('FieldError').implement({
  description: 'What is wrong with one field of the input.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the input field, for example `password`.',
    }),
    message: t.exposeString('message', { description: 'What to correct, for people to read.' }),
  }),
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'The input breaks a rule. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fieldErrors: t.expose('fieldErrors', {
      type: [FieldErrorType],
      description: 'The fields to correct; at least one.',
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description:
    'The input conflicts with stored data: a value is taken, or a row has changed. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fieldErrors: t.expose('fieldErrors', {
      type: [FieldErrorType],
      description: 'The fields in conflict.',
    }),
  }),
});

builder.objectType(InvalidCredentialsError, {
  name: 'InvalidCredentialsError',
  description:
    'Account and password do not match. The message never says which of the two is wrong.',
  interfaces: [ErrorInterface],
});

builder.objectType(UnavailableError, {
  name: 'UnavailableError',
  description: 'Temporarily unavailable: a service is busy or does not respond.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    retryAfter: t.exposeInt('retryAfter', {
      description: 'Seconds to wait before the next attempt.',
    }),
  }),
});

builder.objectType(RateLimitedError, {
  name: 'RateLimitedError',
  description: 'Too many calls: a rate limit was reached. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    retryAfter: t.exposeInt('retryAfter', {
      description: 'Seconds to wait before the next attempt.',
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The object does not exist, or you may not see it. Nothing was stored.',
  interfaces: [ErrorInterface],
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'This account may not do this. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'The scope that the token lacks; null if another scope would not help.',
    }),
  }),
});
