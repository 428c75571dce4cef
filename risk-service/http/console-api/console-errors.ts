import { ValidationError as ContractValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { conflictStatus } from '../../contract/common/errors.ts'
import { AccessError } from '../../kernel/access/authorize.ts'
import { codeOf } from '../../kernel/errors/error-code.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { isOutage, outageText } from '../../kernel/errors/outage.ts'
import { TokenError } from '../../ports/index.ts'

/** The data of every error of the console API beside its code; on the RPC side it is the error's `data`. */
export type ErrorData = Record<string, unknown> & { correlationId: string }

/**
 * Turns any error of a call into the error of the answer. No internal details are exposed: an unexpected error is a
 * bare 500.
 * @param reached the call reached its procedure; before that an unknown error means an unreadable request
 */
export function toConsoleError(
  error: unknown,
  correlationId: string,
  reached: boolean,
  aborted: boolean,
): ORPCError<string, ErrorData> {
  const make = (code: string, status: number, message: string, data: Record<string, unknown> = {}, defined = true) =>
    new ORPCError<string, ErrorData>(code, { status, message, defined, data: { ...data, correlationId }, cause: error })
  if (error instanceof TokenError)
    return make('UNAUTHORIZED', 401, 'Sign in and try again.', { problem: error.reason }, false)
  if (error instanceof AccessError) {
    return error.code === 'notFound'
      ? make('NOT_FOUND', 404, error.message)
      : make('FORBIDDEN', 403, 'Your roles do not allow this here.', {
          capability: error.capability,
          required: error.required,
        })
  }
  if (error instanceof NotFoundError) return make('NOT_FOUND', 404, error.message)
  if (error instanceof ConflictError) {
    const { reason } = error.data
    const [code, status] =
      reason in conflictStatus
        ? statuses[conflictStatus[reason as keyof typeof conflictStatus]]
        : (['CONFLICT', 409] as const)
    return make(code, status, error.message, { ...error.data })
  }
  if (error instanceof ValidationError) {
    return make('UNPROCESSABLE_CONTENT', 422, error.message, {
      issues: error.issues,
      ...(error.problems.length > 0 ? { problems: error.problems } : {}),
      ...(error.fileProblems.length > 0 ? { fileProblems: error.fileProblems } : {}),
      ...(error.call === null ? {} : { call: error.call }),
    })
  }
  if (error instanceof ORPCError && error.cause instanceof ContractValidationError && error.code === 'BAD_REQUEST')
    return validationError(error.cause, make)
  if (error instanceof ORPCError) {
    const data: unknown = error.data
    return make(
      error.code,
      error.status,
      error.message,
      typeof data === 'object' && data !== null ? { ...data } : {},
      error.defined,
    )
  }
  if (aborted) return make('CLIENT_CLOSED_REQUEST', 499, 'The caller left before the answer was ready.', {}, false)
  if (isOutage(error)) return make('SERVICE_UNAVAILABLE', 503, outageText(error))
  if (isUnstorableValue(error)) {
    const message = 'A text holds a character that cannot be stored, such as U+0000 or half of a character.'
    return make('UNPROCESSABLE_CONTENT', 422, message, { issues: [{ path: [], message }] })
  }
  if (!reached)
    return make(
      'BAD_REQUEST',
      400,
      'The body of the request cannot be read. Send JSON.',
      { issues: [{ path: [], message: 'The body is not valid JSON.' }] },
      false,
    )
  return make(
    'INTERNAL_SERVER_ERROR',
    500,
    'Something went wrong on our side. Try again, and tell the correlation id if it stays.',
    {},
    false,
  )
}

/** Returns 400 for errors of structure, 422 for a well-formed value outside its limits; both name the field. */
function validationError(
  cause: ContractValidationError,
  make: (
    code: string,
    status: number,
    message: string,
    data: Record<string, unknown>,
    defined?: boolean,
  ) => ORPCError<string, ErrorData>,
): ORPCError<string, ErrorData> {
  const issues = cause.issues.map(issue => ({
    path: (issue.path ?? [])
      .map(part => (typeof part === 'object' ? part.key : part))
      .map(part => (typeof part === 'number' ? part : String(part))),
    message: issue.message,
  }))
  const ofShape = new Set(['invalid_type', 'unrecognized_keys', 'invalid_union', 'invalid_key', 'invalid_element'])
  const shape = cause.issues.some(issue => ofShape.has(codeOf(issue)))
  const first = issues[0]
  const message = first
    ? `${first.path.length > 0 ? `${first.path.join('.')}: ` : ''}${first.message}`
    : 'The request is not valid.'
  return shape
    ? make('BAD_REQUEST', 400, message, { issues }, false)
    : make('UNPROCESSABLE_CONTENT', 422, message, { issues })
}

/** Whether the database refused a value of the request: the service has no fault, and a repeat has the same result. */
function isUnstorableValue(error: unknown): boolean {
  const code = codeOf(error)
  // The service serialises all JSON itself: the only part of it that the database rejects is half of a surrogate pair.
  return (
    /^(22P05|22021)$/.test(code) || (code === '22P02' && error instanceof Error && /\btype json\b/.test(error.message))
  )
}

const statuses = {
  403: ['FORBIDDEN', 403],
  410: ['GONE', 410],
  413: ['PAYLOAD_TOO_LARGE', 413],
  429: ['TOO_MANY_REQUESTS', 429],
  507: ['INSUFFICIENT_STORAGE', 507],
} as const

const codes: Partial<Record<string, string>> = {
  BAD_REQUEST: 'validation',
  UNPROCESSABLE_CONTENT: 'validation',
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
  CONFLICT: 'conflict',
  PAYLOAD_TOO_LARGE: 'tooLarge',
  TOO_MANY_REQUESTS: 'rateLimited',
  SERVICE_UNAVAILABLE: 'unavailable',
  METHOD_NOT_SUPPORTED: 'methodNotSupported',
  UNSUPPORTED_MEDIA_TYPE: 'unsupportedMediaType',
  CLIENT_CLOSED_REQUEST: 'cancelled',
}

export interface ErrorBody {
  code: string
  message: string
  details: Record<string, unknown>
  correlationId: string
}

/** Returns the one error body of the console API. A conflict's code is its reason. */
export function errorBody(error: ORPCError<string, unknown>): ErrorBody {
  const {
    correlationId = '',
    reason,
    ...details
  } = (typeof error.data === 'object' && error.data !== null ? error.data : {}) as Record<string, unknown>
  const code = typeof reason === 'string' ? reason : (codes[error.code] ?? 'internal')
  return { code, message: error.message, details, correlationId: String(correlationId) }
}
