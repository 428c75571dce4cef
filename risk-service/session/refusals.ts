import type { Dependent, RuleProblem } from '../contract/index.ts'
import type { FileProblem } from '../contract/list-file.ts'
import type { CallError } from '../contract/resource-limits.ts'

/** A value that is well-formed but cannot be used: 422 naming the field. */
export class RefusedValue extends Error {
  readonly issues: { path: (string | number)[]; message: string }[]
  readonly problems: RuleProblem[]
  /** Faults of an uploaded file. */
  readonly fileProblems: readonly FileProblem[]
  /** How somebody else's service, asked for this, failed. */
  readonly call: { errorType: CallError; httpStatusCode: number | null } | null
  constructor(
    path: (string | number)[],
    message: string,
    more: {
      issues?: RefusedValue['issues']
      problems?: RuleProblem[]
      fileProblems?: readonly FileProblem[]
      call?: RefusedValue['call']
    } = {},
  ) {
    super(message)
    this.name = 'RefusedValue'
    this.issues = more.issues ?? [{ path, message }]
    this.problems = more.problems ?? []
    this.fileProblems = more.fileProblems ?? []
    this.call = more.call ?? null
  }
}

/** What was asked for does not exist, or not for this caller: 404. */
export class Missing extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Missing'
  }
}

export interface ConflictData {
  reason: string
  currentVersion?: number
  changedBy?: string
  changedAt?: string
  limit?: number
  dependents?: readonly Dependent[]
}
/** Somebody was faster, or a limit is reached: 409 with a stable reason. */
export class Conflict extends Error {
  readonly data: ConflictData
  constructor(message: string, data: ConflictData) {
    super(message)
    this.name = 'Conflict'
    this.data = data
  }
}
