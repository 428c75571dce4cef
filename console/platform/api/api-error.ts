import type {
  CallFailure,
  Capability,
  CaseConflict,
  ConflictReason,
  Dependent,
  Issue,
  IssueCode,
  ListIssue,
  RuleDiagnostic,
} from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { correlationIdOf } from './correlation-ids.ts'
import { ConnectionError, RequestTimeoutError } from './transport.ts'

/** Of a rule or a set of velocities; of a function it names a property or a parameter. */
export interface ReportedDiagnostic extends Omit<RuleDiagnostic, 'part'> {
  part?: RuleDiagnostic['part'] | undefined
  property?: number | null | undefined
  parameter?: number | null | undefined
}

/** 400 or 422: what is wrong with the input. */
interface InvalidError {
  kind: 'invalid'
  issues: readonly Issue[]
  /** Of a text of the query language. */
  problems: readonly ReportedDiagnostic[]
  /** Of an uploaded file. */
  fileProblems: readonly ListIssue[]
  /** How the third-party service that was called for this request failed. */
  call: CallFailure | null
}

/** 409, or another status with a reason: another user was faster, a limit is reached, or the resource is in use. */
interface ConflictError {
  kind: 'conflict'
  /** Null when the answer names none. */
  reason: ConflictReason | null
  changedBy: string | undefined
  changedAt: string | undefined
  dependents: readonly Dependent[] | undefined
  limit: number | undefined
  /** Of a case: who changed it before, and how. */
  case: CaseConflict | undefined
}

/** 403: the right that is missing, or the reason of another refusal. */
interface AccessError {
  kind: 'noAccess'
  reason?: ConflictReason
  capability?: Capability
  required?: 'read' | 'write'
}

interface OtherError {
  kind:
    | 'unauthenticated'
    | 'missing'
    | 'tooLarge'
    | 'tooMany'
    /** The service is reachable and cannot answer at the moment. */
    | 'busy'
    | 'timeout'
    /** The service cannot be reached. */
    | 'offline'
    | 'failed'
}

/** What a failed call means to the user, with the details that the service sent. */
export type ApiError = (InvalidError | ConflictError | AccessError | OtherError) & {
  /** The id under which the service logged the call, if there is one. */
  correlationId?: string
}
export type ApiErrorKind = ApiError['kind']

const kindByStatus: Partial<Record<number, ApiErrorKind>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'noAccess',
  404: 'missing',
  409: 'conflict',
  413: 'tooLarge',
  422: 'invalid',
  429: 'tooMany',
  503: 'busy',
}

/** Beside 409: an expired right to change something, and limits of size and of rate that have a reason. */
const conflictStatuses: readonly number[] = [410, 413, 429, 507]

export function errorKindOf(error: unknown): ApiErrorKind {
  if (error instanceof ORPCError)
    return conflictStatuses.includes(error.status) && textOf(recordOf(error.data)['reason']) !== undefined
      ? 'conflict'
      : (kindByStatus[error.status] ?? 'failed')
  if (error instanceof RequestTimeoutError) return 'timeout'
  return error instanceof ConnectionError ? 'offline' : 'failed'
}

/**
 * The one reader of failed calls: turns every error of a call of the console API into a shape that pages decide by.
 * What the answer lacks, or has in another shape, is left out, so that an error of another version of the service can
 * be read as well.
 */
export function readApiError(error: unknown): ApiError {
  const kind = errorKindOf(error)
  const data = recordOf(error instanceof ORPCError ? error.data : undefined)
  const correlationId = correlationIdOf(error) ?? textOf(data['correlationId'])
  return { ...readByKind(kind, data), ...(correlationId ? { correlationId } : {}) }
}

function readByKind(kind: ApiErrorKind, data: Record<string, unknown>): ApiError {
  if (kind === 'conflict')
    return {
      kind,
      // A reason outside the contract's list equals none that a client compares it with.
      reason: (textOf(data['reason']) as ConflictReason | undefined) ?? null,
      changedBy: textOf(data['changedBy']),
      changedAt: textOf(data['changedAt']),
      dependents: Array.isArray(data['dependents'])
        ? recordsOf(data['dependents']).filter((each): each is Dependent & Record<string, unknown> =>
            ['resource', 'id', 'name'].every(key => typeof each[key] === 'string'),
          )
        : undefined,
      limit: typeof data['limit'] === 'number' ? data['limit'] : undefined,
      case: isRecord(data['case']) ? (data['case'] as unknown as CaseConflict) : undefined,
    }
  if (kind === 'invalid')
    return {
      kind,
      issues: recordsOf(data['issues']).flatMap(readIssue),
      problems: recordsOf(data['problems']).flatMap(readDiagnostic),
      fileProblems: recordsOf(data['fileProblems']).filter(isListIssue),
      call: isCallFailure(data['call']) ? data['call'] : null,
    }
  const capability = textOf(data['capability'])
  if (kind === 'noAccess' && capability !== undefined)
    return {
      kind,
      capability: capability as Capability,
      required: data['required'] === 'write' ? 'write' : 'read',
    }
  const reason = textOf(data['reason'])
  if (kind === 'noAccess' && reason !== undefined) return { kind, reason: reason as ConflictReason }
  return { kind }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const recordsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The codes by which the console tells issues apart. */
const codes: readonly IssueCode[] = [
  'name.taken',
  'decision.unknown',
  'reason.unknown',
  'checklist.incomplete',
  'search.field',
  'search.masked',
  'search.tooEarly',
  'certificate.privateKey',
  'certificate.several',
  'certificate.unreadable',
  'certificate.weakKey',
  'certificate.expired',
  'certificate.duplicate',
  'certificate.unavailable',
]

function readIssue({ path, message, code: sent }: Record<string, unknown>): Issue[] {
  if (typeof message !== 'string') return []
  const steps = Array.isArray(path)
    ? path.filter((step): step is string | number => typeof step === 'string' || typeof step === 'number')
    : []
  const code = codes.find(each => each === sent)
  return [{ path: steps, message, ...(code ? { code } : {}) }]
}

function readDiagnostic(each: Record<string, unknown>): ReportedDiagnostic[] {
  const isComplete =
    ['code', 'severity', 'message'].every(key => typeof each[key] === 'string') &&
    ['from', 'to', 'line', 'column'].every(key => typeof each[key] === 'number')
  if (!isComplete) return []
  return [
    {
      ...each,
      clause: textOf(each['clause']) ?? null,
      params: recordOf(each['params']),
    } as unknown as ReportedDiagnostic,
  ]
}

const isListIssue = (each: Record<string, unknown>): each is ListIssue & Record<string, unknown> =>
  typeof each['code'] === 'string' && typeof each['message'] === 'string'
const isCallFailure = (value: unknown): value is CallFailure =>
  isRecord(value) && typeof value['errorType'] === 'string'

/** What the service found wrong with the input; null for any other error. */
export function validationErrorOf(error: unknown): InvalidError | null {
  const read = readApiError(error)
  return read.kind === 'invalid' ? read : null
}

/** Who was faster, which limit is reached, or what uses it; null for any other error. */
export function conflictErrorOf(error: unknown): ConflictError | null {
  const read = readApiError(error)
  return read.kind === 'conflict' ? read : null
}

/** The name is one that another one has. */
export const isNameTaken = (error: unknown): boolean =>
  validationErrorOf(error)?.issues.some(({ code }) => code === 'name.taken') ?? false

/** The outcome of the change is unknown: no answer arrived, or one without a result. */
export function isAmbiguous(error: unknown): boolean {
  return ['failed', 'unauthenticated', 'timeout', 'offline', 'busy'].includes(errorKindOf(error))
}

/** Refusals are final, and a wait of half a minute is long enough: only a temporary fault is worth another attempt. */
export function isTransient(error: unknown): boolean {
  return ['failed', 'unauthenticated', 'busy', 'offline'].includes(errorKindOf(error))
}

/** Milliseconds before a read is retried: one second, then twice as long each time. */
export const retryDelayAfter = (attempt: number): number => Math.min(1000 * 2 ** attempt, 8000)
