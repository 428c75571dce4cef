export type StartProblem =
  | 'setting-invalid'
  | 'port-taken'
  | 'data-not-writable'
  | 'data-not-traversable'
  | 'no-database-binary'
  | 'database-failed'
  | 'database-unreachable'
  | 'database-version'
  | 'schema-newer'
  | 'already-running'
  | 'demo-refused'

/** The reason why the service cannot start: one line for the person at the terminal, with the remedy. */
export class StartError extends Error {
  readonly code: StartProblem
  constructor(code: StartProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartError'
    this.code = code
  }
}
