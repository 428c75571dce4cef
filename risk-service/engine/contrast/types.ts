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

/** What is compared of an attribute. `range`: at least `from` and less than `to`; null for no limit on that side. */
export type ContrastValue =
  | { kind: 'equals'; text: string }
  | { kind: 'absent' }
  | { kind: 'range'; from: number | null; to: number | null }

/** A share of a set, with its interval. */
export interface ContrastShare {
  count: number
  share: number
  low: number
  high: number
}

/** A figure with its interval; null stands for infinity, or for no figure where both shares are 0. */
interface ContrastInterval {
  value: number | null
  low: number
  high: number | null
}

interface ContrastEntry {
  attribute: string
  value: ContrastValue
}

/** A value that tells the sets apart. */
export interface ContrastFinding extends ContrastEntry {
  a: ContrastShare
  b: ContrastShare
  /** The share in A minus the share in B. */
  difference: { value: number; low: number; high: number }
  /** The share in A divided by the share in B. */
  ratio: ContrastInterval
  /** Two-sided, of the exact test. */
  p: number
  /** The smallest declared share of false discoveries at which this value is still reported. */
  q: number
  /** How well the value tells the sets apart, 0 to 1; the order of the findings. */
  separation: number
  /** Labels of the events with the value, in both sets together. */
  labels: { fraud: number; labelled: number }
  /** Values of other attributes that select nearly the same events, or with `opposite` nearly all the others. */
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
