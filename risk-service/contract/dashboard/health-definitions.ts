import type { Capability } from '../access/capabilities.ts'

/** `failing`: decisions go without it; `degraded`: some of its work failed or is late. */
export const healthStates = ['healthy', 'degraded', 'failing'] as const
export type HealthState = (typeof healthStates)[number]

/** The parts of the health panel, in its order, each with the right to its page. */
export const healthParts = {
  externalCalls: 'externalcalls',
  externalAssessments: 'externalassessments',
  velocities: 'velocities',
  followUps: 'cases.queues',
  jobs: 'rules',
} as const satisfies Record<string, Capability>
export type HealthPart = keyof typeof healthParts

/** A lower share of successes is a degraded call. */
export const minSuccessRate = 0.9
/** A run that waits for longer is late. */
export const maxWaitMinutes = 15
