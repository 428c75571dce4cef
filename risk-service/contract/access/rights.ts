import type { Capability } from './capabilities.ts'

/** The right of a procedure in one environment: a capability there. */
export interface EnvironmentRight {
  in: 'environment'
  capability: Capability
  level: 'read' | 'write'
}
/**
 * The right of a procedure that changes an environment itself, in any state; roots and other environments have separate
 * capabilities.
 */
interface TreeRight {
  in: 'tree'
  root: Capability
  child: Capability
  level: 'read' | 'write'
}
/**
 * The right of a procedure about the caller, for which a sign-in is enough: the answer contains only what the caller
 * may see.
 */
interface CallerRight {
  in: 'person'
}
export type Right = EnvironmentRight | TreeRight | CallerRight

/** Reading needs the capability at this level. */
export const read = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'read' })
/** Changing needs the capability at this level. */
export const write = (capability: Capability): EnvironmentRight => ({ in: 'environment', capability, level: 'write' })
/** Signing in is enough. */
export const caller: CallerRight = { in: 'person' }
