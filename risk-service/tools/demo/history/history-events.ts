import type { DataEventName } from '../../../engine/index.ts'
import type { Order } from './orders.ts'

type Truth = Order['truth']

/**
 * What a reviewer would do with an order: how long it takes, whether the judgement is right, and whether an order that
 * was decided is looked at all the same.
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
  /** What the generator made: known to tests and reports, never sent. */
  truth: Truth
  /** Which of the shapes it belongs to. */
  shape: 'usual' | 'stolenCard' | 'wave' | 'takeover' | 'ring' | 'cardTesting' | 'spray'
  /** Device, user, address and card: events that share one are decided one after the other, as velocities see them. */
  keys: readonly string[]
  review?: Review
}
/** A status, bank event, chargeback, refund or observation. `of`: nothing comes of it when this event was rejected. */
export interface DemoData extends HistoryStep {
  kind: 'data'
  of: DemoEvent | null
  event: DataEventName | { assessment: string; observation: string }
}
/** `assessment`: of a wizard assessment, by its own endpoint. */
export interface DemoLabel extends HistoryStep {
  kind: 'label'
  of: DemoEvent | null
  assessment?: string
}

export type DemoStep = DemoEvent | DemoData | DemoLabel

export const iso = (at: number): string => new Date(at).toISOString()
/** Wizard assessments of the demo, by the name of their endpoint. */
export type DemoAssessment = 'CardAuthorisation' | 'SellerPayout'
