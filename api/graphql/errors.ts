import type { ExpectedError } from '../platform/errors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
  type FieldError,
} from '../platform/errors.ts';
import { builder } from './builder.ts';

const ErrorInterface = builder.interfaceRef<ExpectedError>('Error').implement({
  description:
    'An outcome that a caller must expect. The message can be shown to a person as it is.',
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'What is wrong and what to do, in a sentence for people.',
    }),
  }),
});

const FieldErrorType = builder.objectRef<FieldError>('FieldError').implement({
  description: 'What is wrong with one field of the input.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: "The input's field by its name, for example `password`.",
    }),
    message: t.exposeString('message', { description: 'What to mend, for people.' }),
  }),
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'The input breaks a rule. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fieldErrors: t.expose('fieldErrors', {
      type: [FieldErrorType],
      description: 'Each field that must be mended; at least one.',
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'What the input asks for is already taken. Nothing was stored.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    fieldErrors: t.expose('fieldErrors', {
      type: [FieldErrorType],
      description: 'The fields whose values are taken.',
    }),
  }),
});

builder.objectType(InvalidCredentialsError, {
  name: 'InvalidCredentialsError',
  description:
    'Account and password do not belong together. It never says which of the two is wrong.',
  interfaces: [ErrorInterface],
});

builder.objectType(UnavailableError, {
  name: 'UnavailableError',
  description: 'Not right now: a limit was reached, or something is away for a moment.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    retryAfterSeconds: t.exposeInt('retryAfterSeconds', {
      description: 'Seconds after which a new try makes sense.',
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'What the input names does not exist, or not for you. Nothing was stored.',
  interfaces: [ErrorInterface],
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'It exists, but this is not for you to do. Nothing was stored.',
  interfaces: [ErrorInterface],
});
