import { ORPCError } from '@orpc/client'
import { ConnectionError, RequestTimeoutError } from './transport.ts'

/** What a failed call means to the user, whatever it was. */
export type ApiErrorKind =
  | 'invalid'
  | 'noAccess'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'tooMany'
  | 'busy'
  | 'timeout'
  | 'offline'
  | 'failed'

const kindByStatus: Partial<Record<number, ApiErrorKind>> = {
  400: 'invalid',
  422: 'invalid',
  403: 'noAccess',
  404: 'missing',
  409: 'conflict',
  413: 'tooLarge',
  429: 'tooMany',
  503: 'busy',
}

export function errorKindOf(error: unknown): ApiErrorKind {
  if (error instanceof ORPCError) return kindByStatus[error.status] ?? 'failed'
  if (error instanceof RequestTimeoutError) return 'timeout'
  return error instanceof ConnectionError ? 'offline' : 'failed'
}

/** Nobody knows whether the change happened: no answer came, or one that says nothing about it. */
export function isAmbiguous(error: unknown): boolean {
  return ['failed', 'timeout', 'offline', 'busy'].includes(errorKindOf(error))
}

/** Refusals are answers, and a wait of half a minute is long enough: asking again helps only with passing faults. */
export function isTransient(error: unknown): boolean {
  return ['failed', 'busy', 'offline'].includes(errorKindOf(error))
}

/** Milliseconds before a read is asked again: one second, then twice as long each time. */
export const retryDelayAfter = (attempt: number): number => Math.min(1000 * 2 ** attempt, 8000)

/** What a 400 or 422 says about each field: path within the input, joined with dots, and the message. */
export function fieldIssues(error: unknown): { field: string; message: string }[] {
  const data: unknown = error instanceof ORPCError ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return []
  return data.issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue) || typeof issue.message !== 'string')
      return []
    const path = 'path' in issue && Array.isArray(issue.path) ? issue.path : []
    return [{ field: path.join('.'), message: issue.message }]
  })
}
