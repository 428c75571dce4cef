/* Plain values of the ontology, apart from its schemas, so that a page can read them without the validator. */

/** What a node of the ontology stands for; the console has a name and an icon for each. */
export const ontologyNodeKinds = [
  'event',
  'user',
  'payment',
  'address',
  'product',
  'device',
  'bankEvent',
  'status',
  'chargeback',
  'refund',
  'label',
  'observation',
] as const
export type OntologyNodeKind = (typeof ontologyNodeKinds)[number]

/**
 * Where the value of an attribute comes from: sent by the merchant, seen at the device, derived before rules run, stated
 * in the answer, or computed when it is shown.
 */
export const attributeSources = ['sent', 'device', 'derived', 'answer', 'computed'] as const
export type AttributeSource = (typeof attributeSources)[number]

/** Whether values are stored as they arrived, so that they can be counted, and can fail to arrive. */
export const isReceived = (source: AttributeSource): boolean => source === 'sent' || source === 'device'

/** Resources whose texts, or definitions, read attributes. */
export const fieldUserKinds = [
  'rule',
  'velocity',
  'function',
  'decision',
  'assessment',
  'observation',
  'dataFilter',
  'amount',
  'observedField',
  'template',
  'alert',
] as const
export type FieldUserKind = (typeof fieldUserKinds)[number]

/** Periods over which the values of attributes are measured, in hours. */
export const figurePeriods = { '24h': 24, '7d': 168, '30d': 720 } as const
export type FigurePeriod = keyof typeof figurePeriods

export const ontologyLimits = {
  /** Latest events of a period that are measured. */
  measured: 20_000,
  /** Different values of an attribute that are counted; more are reported as at least so many. */
  distinct: 1000,
  topValues: 10,
  /** Attributes that no schema lists, as they were met in events. */
  unlisted: 200,
  /** Characters of a value that are shown. */
  value: 200,
  uses: 500,
} as const
