import type { StrongEntityType } from '../../../contract/graph/graph-definitions.ts'

export interface RingEntity {
  type: StrongEntityType
  /** Normalised, as the store compares it. */
  value: string
}
/** A transaction as rings look at it. */
export interface RingEvent {
  eventId: string
  /** Milliseconds since 1970. */
  at: number
  /** Normalised id of its user; null without one. */
  user: string | null
  /** Its strong entities. */
  entities: readonly RingEntity[]
  /** Whoever signs in need not own the account. */
  signIn: boolean
  /** Rejected, labelled fraud or charged back. */
  bad: boolean
  /** US cents. */
  amountUsd: number
}

export interface RingRules {
  /** An entity with more links is a hub. */
  hubLinks: number
  /** From so many users on, more of those of an entity have to be bad than chance gives it. */
  crowd: number
  /** Share of bad transactions among all of the environment, without bad sign-ins, 0 to 1. */
  baseRate: number
}

/**
 * Whom an entity links. `linking`: its users; `loose`: nobody, but it is one of those that a ring shares; `leftOut`: nobody,
 * and it is no part of a ring.
 */
export interface EntityJudgement {
  standing: 'linking' | 'loose' | 'leftOut'
  /** Its sign-ins are those of an attack on accounts. */
  attacked: boolean
}

/** Why a ring is reported: what became of its transactions, or how fast they came over few devices and instruments. */
export type RingEvidence = 'outcomes' | 'burst'

export interface RingMember {
  first: number
  last: number
}
export interface SharedEntity extends RingEntity, RingMember {
  users: number
}
export interface Ring {
  users: ReadonlyMap<string, RingMember>
  /** Strong entities of its users, whether shared or not; those that are left out are not among them. */
  entities: readonly SharedEntity[]
  /** Number of entities that two or more users share. */
  shared: number
  /** The entity that most users share: the ring is named after it. */
  name: SharedEntity
  transactions: number
  bad: number
  amountUsd: number
  first: number
  last: number
  /** 0 to 100. */
  score: number
  /** Null: a component as a ring is, without a reason to report it. */
  evidence: RingEvidence | null
}
