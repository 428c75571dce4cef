/** Limits of the resources that rules can name, except lists. */
export const velocityLimits = {
  velocitiesPerSet: 10,
  /** Other resources that one velocity may use. */
  resources: 10,
  /** Reads of different velocities, keys or windows by one event. */
  readsPerEvent: 100,
  /** Events behind a value that are shown at the same time. */
  events: 200,
} as const
export const functionLimits = {
  published: 30,
  properties: 30,
  parameters: 20,
  velocities: 15,
  externalCalls: 2,
  lists: 5,
  externalAssessments: 2,
} as const
export const externalCallLimits = {
  timeoutMs: 5000,
  /** For all calls of one event: an event is answered within five seconds, and the rest is for deciding and storing. */
  eventMs: 4750,
  parameters: 30,
  headers: 30,
  configurations: 30,
  /** Characters. */
  description: 500,
  /** Characters of a request body. */
  body: 10_000,
} as const

export const velocitySetStatuses = ['active', 'inactive', 'draft'] as const
export const declaredTypes = ['Boolean', 'DateTime', 'Double', 'Integer', 'String'] as const
export const callMethods = ['GET', 'POST'] as const
export const callAuthentications = ['anonymous', 'entra', 'basic', 'certificate', 'oauth', 'customToken'] as const
/**
 * Kinds of failure of an external call or assessment. `entra`: Microsoft Entra issued no token; `token`: another token
 * server issued none.
 */
export const callErrors = [
  'http',
  'application',
  'entra',
  'token',
  'definition',
  'timeout',
  'communication',
  'circuit',
  'response',
  'refused',
  'unknown',
] as const
export type CallError = (typeof callErrors)[number]
export const metricPeriods = ['1h', '24h', '7d', '30d'] as const
