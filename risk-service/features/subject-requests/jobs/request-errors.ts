import type { SubjectRequestFailure } from '../../../contract/index.ts'

/** Waits for something that happens by itself, such as the link of an entry of the log. */
export class NotYetError extends Error {}

/** A request that cannot be carried out, and why. */
export class RequestFailedError extends Error {
  readonly failure: SubjectRequestFailure
  constructor(failure: SubjectRequestFailure) {
    super(failure)
    this.failure = failure
  }
}
