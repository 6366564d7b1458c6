import { InvalidInputError } from '../errors.ts';

/** Nesting limit of JSON from clients, since later code is often recursive. */
const maxJsonDepth = 32;

/** Checks without recursion. @throws {InvalidInputError} naming a field nested too deep */
export function requireShallow(value: unknown, field = 'body'): void {
  let containers = [value].filter(isContainer);
  for (let depth = 1; containers.length > 0; depth += 1) {
    if (depth > maxJsonDepth) {
      throw new InvalidInputError(
        field,
        `${field} may be nested ${maxJsonDepth} levels deep at most`,
      );
    }
    containers = containers.flatMap((container) => Object.values(container).filter(isContainer));
  }
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Array.isArray(value);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
