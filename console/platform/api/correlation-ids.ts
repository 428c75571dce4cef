/** Correlation id of failed calls, by error; shown to the user beside the message. */
const correlationIds = new WeakMap<object, string>()
let lastFailedCorrelationId: string | undefined

/** Remembers the id of a call that failed. */
export function recordCorrelationId(error: unknown, correlationId: string): void {
  if (typeof error !== 'object' || error === null) return
  correlationIds.set(error, correlationId)
  lastFailedCorrelationId = correlationId
}

/** The id under which the service logged a failed call, if there is one. */
export function correlationIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? correlationIds.get(error) : undefined
}

/** Correlation id of the last call that failed in this tab. */
export const lastCorrelationId = (): string | undefined => lastFailedCorrelationId
