import type { DataEventName } from '../../../engine/index.ts'
import type { Order } from './orders.ts'

type Truth = Order['truth']

/**
 * The review of an order by a simulated reviewer: its duration, whether the judgement is right, and whether an order
 * with a final decision is reviewed nevertheless.
 */
export interface Review {
  delay: number
  right: boolean
  sampled: boolean
}

/** Times are milliseconds since 1970. */
interface HistoryStep {
  environmentId: string
  at: number
  body: Record<string, unknown>
}

/** An event that is decided. */
export interface DemoEvent extends HistoryStep {
  kind: 'event'
  eventType: string
  /** The merchant's id. */
  id: string
  /** Ground truth of the generator: for tests and reports, never sent. */
  truth: Truth
  /** The generated shape of the event. */
  shape: 'usual' | 'stolenCard' | 'wave' | 'takeover' | 'ring' | 'cardTesting' | 'spray'
  /**
   * Device, user, address and card: events that share one are decided one after another, because velocities count them.
   */
  keys: readonly string[]
  review?: Review
}
/** A status, bank event, chargeback, refund or observation. `of`: skipped when this event was rejected. */
export interface DemoData extends HistoryStep {
  kind: 'data'
  of: DemoEvent | null
  event: DataEventName | { assessment: string; observation: string }
}
/** `assessment`: that of a wizard assessment, with its own endpoint. */
export interface DemoLabel extends HistoryStep {
  kind: 'label'
  of: DemoEvent | null
  assessment?: string
}

export type DemoStep = DemoEvent | DemoData | DemoLabel

export const iso = (at: number): string => new Date(at).toISOString()
/** Wizard assessments of the demo, by the name of their endpoint. */
export type DemoAssessment = 'CardAuthorization' | 'SellerPayout'
