/** Kinds of APIs: what is assessed, what became of it, and labels. `other`: paths that no API has. */
export const apiTypes = ['assessment', 'observation', 'label', 'other'] as const
export type ApiType = (typeof apiTypes)[number]

/** Experiences of assessments; calls of other APIs have none. */
export const apiExperiences = ['Evaluate', 'Protect'] as const

/**
 * Stored as the experience of calls that were refused before their environment was known, and of those that a rehearsal
 * refused. Requests and errors show them; alerts and the dashboard do not count them as calls of the environment.
 */
export const refusedExperience = 'Refused'

/** Days before now for which requests and errors are shown, as on the other performance pages. */
export const apiFigureDays = 92

const observedEvents = /\/events\/(?:purchasestatus|bankevent|chargeback|refund|updateaccount|signupstatus)$/
const assessedEvents = /\/events\/(?:purchase|signup|signin)(?:\/branch)?$/

/** Returns the kind of an API by the name under which its calls are counted. */
export function apiTypeOf(apiName: string): ApiType {
  const name = apiName.toLowerCase()
  if (name.endsWith('/label') || name === 'v1.0/label/create') return 'label'
  if (name.startsWith('v1.0/observe/') || /^v1\.0\/assessment\/[^/]+\/observation\//.test(name)) return 'observation'
  if (observedEvents.test(name)) return 'observation'
  if (assessedEvents.test(name) || name.startsWith('v1.0/action/') || /^v1\.0\/assessment(?:\/|$)/.test(name))
    return 'assessment'
  return 'other'
}
