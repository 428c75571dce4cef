import { defined } from '../../contract/defined.ts'
import type {
  CallFailure,
  CaseConflict,
  ConflictReason,
  Dependent,
  Issue,
  IssueCode,
  RuleDiagnostic,
} from '../../contract/index.ts'
import type { ListFileIssue } from '../../contract/lists/list-file.ts'

/** A value that is well-formed but cannot be used: 422 naming the field. */
export class ValidationError extends Error {
  readonly issues: Issue[]
  readonly problems: RuleDiagnostic[]
  /** Faulty lines or values of an uploaded file. */
  readonly fileProblems: readonly ListFileIssue[]
  /** The failure of the third-party service that was called for this request. */
  readonly call: CallFailure | null
  constructor(
    path: (string | number)[],
    message: string,
    more: {
      /** The code of the issue that `path` and `message` describe, for clients that handle it by itself. */
      code?: IssueCode
      issues?: ValidationError['issues']
      problems?: RuleDiagnostic[]
      fileProblems?: readonly ListFileIssue[]
      call?: ValidationError['call']
    } = {},
  ) {
    super(message)
    this.name = 'ValidationError'
    this.issues = more.issues ?? [{ path, message, ...defined({ code: more.code }) }]
    this.problems = more.problems ?? []
    this.fileProblems = more.fileProblems ?? []
    this.call = more.call ?? null
  }
}

/** The requested resource does not exist, or not for this caller: 404. */
export class NotFoundError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotFoundError'
  }
}

export interface ConflictData {
  reason: ConflictReason
  currentVersion?: number
  changedBy?: string
  changedAt?: string
  limit?: number
  dependents?: readonly Dependent[]
  case?: CaseConflict
}
/** Refuses a change because another one was made before, or because a limit is reached: 409 with a stable reason, or the status of `conflictStatus`. */
export class ConflictError extends Error {
  readonly data: ConflictData
  constructor(message: string, data: ConflictData) {
    super(message)
    this.name = 'ConflictError'
    this.data = data
  }
}
