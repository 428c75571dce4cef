import { accountEndpoints } from './endpoints/account-endpoints.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { mirrorEndpoint, mirrorPath } from './endpoints/mirror-endpoint.ts'
import { fixedEndpoints, purchaseParameterEndpoints } from './endpoints/purchase-endpoints.ts'
import { tenantEndpoints } from './endpoints/tenant-endpoints.ts'
import type { Family } from './wire/answers.ts'

const parameterEndpoints = [...purchaseParameterEndpoints, ...accountEndpoints, ...tenantEndpoints]

/** Errors of an unknown path have the form of its neighbours. */
export const familyOf = (path: string): Family =>
  /^\/v1\.0\/(?:action|observe|label)(?:\/|$)/.test(path) ? 'account' : 'purchase'

/**
 * Finds the endpoint of a path. `path` in lower case without a slash at the end; `url` unchanged, for the case of its
 * parameters.
 */
export function findEndpoint(path: string, url: string): Endpoint | null {
  const fixed = path === mirrorPath ? mirrorEndpoint : fixedEndpoints.get(path)
  if (fixed !== undefined || !path.startsWith('/v1.0/')) return fixed ?? null
  const parts = partsOf(url)
  if (parts === null) return null
  for (const { parts: front, bare = false, make } of parameterEndpoints) {
    const id = parts[front.length] ?? ''
    if (
      (id !== '' || (bare && parts.length === front.length)) &&
      front.every((part, index) => parts[index]?.toLowerCase() === part)
    )
      return make(id, parts.slice(front.length + 1))
  }
  return null
}

/**
 * Returns the parts behind the version, each decoded separately, because an id may contain a slash. Null for an invalid
 * encoding.
 */
function partsOf(url: string): string[] | null {
  const { pathname } = new URL(url)
  try {
    return pathname
      .replace(/(.)\/$/, '$1')
      .split('/')
      .slice(2)
      .map(decodeURIComponent)
  } catch {
    return null
  }
}
