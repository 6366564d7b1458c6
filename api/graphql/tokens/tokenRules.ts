import { AuthScopeFailureType, type AuthFailure } from '@pothos/plugin-scope-auth';
import { mayUse, type ActiveToken, type WantedScope } from '#api/platform/sessions/apiTokens.ts';
import { ForbiddenError, MissingScopeError } from '#api/platform/errors.ts';

export function refusalOfToken(token: ActiveToken, failure: AuthFailure): ForbiddenError {
  const wanted = wantedScopes(failure);
  return wanted.some((scope) => mayUse(token, scope))
    ? new ForbiddenError('The organization of this token may not see or do this')
    : new MissingScopeError(wanted[0]);
}

function wantedScopes(failure: AuthFailure): WantedScope[] {
  switch (failure.kind) {
    case AuthScopeFailureType.AnyAuthScopes:
    case AuthScopeFailureType.AllAuthScopes:
      return failure.failures.flatMap(wantedScopes);
    case AuthScopeFailureType.AuthScope:
      if (failure.scope === 'token') {
        return [failure.parameter as WantedScope];
      }
      return failure.scope === 'tokenOf'
        ? [(failure.parameter as { scope: WantedScope }).scope]
        : [];
    default:
      return [];
  }
}
