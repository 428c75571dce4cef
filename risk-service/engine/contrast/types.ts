import type { ContrastEntry as ShownEntry, ContrastFinding as ShownFinding } from '../../contract/contrast/contrast.ts'

/** What an event has in one attribute: nothing, one value, or several. Numbers belong to numeric attributes only. */
export type ContrastCell = null | string | number | readonly string[] | readonly number[]

/** Two disjoint sets of events. */
export type ContrastSet = 'a' | 'b'

/** An attribute that is compared: by equality of its values, or by ranges of its numbers. */
export interface ContrastAttribute {
  id: string
  kind: 'text' | 'number'
}

/** Whether an event is known to be fraud; null for one without a label. */
export type ContrastLabel = boolean | null

/** What an attribute has, of which the sets have different shares. */
type ContrastEntry = Omit<ShownEntry, 'conditions' | 'rule'>

/** A value that tells the sets apart, and others of the same events. */
export type ContrastFinding = Omit<ShownFinding, 'conditions' | 'rule' | 'same'> & {
  same: (ContrastEntry & { opposite: boolean })[]
}

/** Why nothing of an attribute was compared: all events have the same, or each value is that of too few events. */
type ContrastOmission = 'constant' | 'tooFew'

export interface Contrast {
  sizes: Record<ContrastSet, number>
  /** Labels of all events, by set. */
  labels: Record<ContrastSet, { fraud: number; labelled: number }>
  /** Values and ranges that were compared, of all attributes. */
  comparisons: number
  /** Those that tell the sets apart, the best first; one entry for values of the same events. */
  findings: ContrastFinding[]
  /** Values that tell the sets apart beyond the limit of the findings. */
  more: number
  /** Attributes that have values of which none was compared. */
  omitted: { attribute: string; reason: ContrastOmission; values: number }[]
  /** Values that were not compared because they belong to too few events, of all attributes. */
  rareValues: number
}

export interface ContrastOptions {
  /** Declared share of false discoveries among the findings. */
  falseDiscoveries: number
  /** Events that a set must have, and that must have a value in the set where it is more frequent. */
  minEvents: number
  /** Maximum of findings. */
  limit: number
}
