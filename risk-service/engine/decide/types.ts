/** Values that the steps of a decision pass to one another. */
import type { DeviceReader, Scope } from '../../fql/index.ts'
import type { WrittenEvent } from '../../ports/index.ts'
import type { AssessmentType } from '../assessment-types/assessment-type.ts'
import type { CallContext, TracedCall } from '../calls/types.ts'
import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { Json } from '../lib/json.ts'
import type { ExperimentChain, PublishedChain } from '../rules/published-chain.ts'
import type { RuleResult } from '../rules/rule-result.ts'
import type { DecideInput } from '../types/inputs-and-results.ts'
import type { VelocityContribution } from '../velocities/index.ts'
import type { PhaseClock } from './phase-clock.ts'
import type { PriorVelocities } from './prior-velocities.ts'
import type { ScopeFactory } from './scope-factory.ts'

/** A valid event with all values that are looked up before it is scored. */
export interface GatheredEvent {
  input: DecideInput
  type: AssessmentType
  chain: PublishedChain
  event: Json
  /** Id that the service assigned to this event. */
  eventId: string
  /** The merchant's id, or that of the service. */
  externalId: string
  /** Transaction date. */
  at: Date
  /** Fingerprinted session that the event names. */
  session: DeviceSession | null
  devices: DeviceReader
  phases: PhaseClock
}

/** The result of the rules, and the scope and context in which later steps run. */
export interface RuleRun {
  result: RuleResult
  /** The scope in which the rules ran. */
  scope: Scope
  context: CallContext
  scopeFor: ScopeFactory
  /** External calls of the event so far, which are traced once it is stored. */
  made: readonly TracedCall[]
  /** JSON; undefined when the rules read nothing that is recorded. */
  recordedInputs: string | undefined
  /** Experiments whose samples contain the event. */
  experiments: readonly ExperimentChain[]
  /** For the experiments; undefined without one, and without velocities. */
  prior: PriorVelocities | undefined
}

/** A durable decision. */
export interface RecordedDecision {
  written: WrittenEvent
  /** Velocity contributions of the event. */
  contributions: readonly VelocityContribution[]
}
