/**
 * How far the integration of an API is. `received`: a call succeeded at some time. `healthy`: there were calls in the
 * last 24 hours, and few failed.
 */
export const apiStates = ['received', 'healthy'] as const
export type ApiState = (typeof apiStates)[number]

/** The share of calls that succeed with a healthy API. */
export const healthyShare = 0.95

/** Events that are graded by what rules read of them. */
export const gradedEventTypes = ['purchase', 'accountcreation', 'accountlogin'] as const
export type GradedEventType = (typeof gradedEventTypes)[number]
