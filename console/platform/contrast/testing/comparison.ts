import type { ContrastFinding, ContrastOutput, ContrastShare, GraphHub } from '@assay/risk-service/contract'

/** The share of a set that has a value. */
export const share = (count: number, size: number): ContrastShare => ({
  count,
  share: count / size,
  low: 0.1,
  high: 0.9,
})

/** A device that only events of A have. */
export const finding = (change: Partial<ContrastFinding> = {}): ContrastFinding => ({
  attribute: 'deviceId',
  value: { kind: 'equals', text: 'D-1' },
  conditions: [{ column: 'deviceId', op: 'eq', value: 'D-1' }],
  rule: { path: 'deviceContext.externalDeviceId', type: 'string', scale: 1 },
  a: share(12, 12),
  b: share(0, 60),
  difference: { value: 1, low: 0.5, high: 1 },
  ratio: { value: null, low: 14, high: null },
  p: 1e-9,
  q: 1e-7,
  separation: 0.5,
  labels: { fraud: 9, labelled: 10 },
  same: [],
  ...change,
})

/** A comparison of 12 events with 60 others. */
export const comparison = (findings: ContrastFinding[], change: Partial<ContrastOutput> = {}): ContrastOutput => ({
  a: { found: 12, compared: 12, complete: true, missing: 0, labels: { fraud: 9, labelled: 10 } },
  b: { found: 72, compared: 60, complete: true, missing: 0, shared: 12, labels: { fraud: 1, labelled: 20 } },
  comparisons: 900,
  falseDiscoveries: 0.05,
  minEvents: 3,
  findings,
  more: 0,
  omitted: [],
  rareValues: 0,
  moreAttributes: 0,
  queryMs: 5,
  ...change,
})

/** What many honest accounts share. */
export const hub: GraphHub = {
  accounts: 312,
  events: 400,
  complete: true,
  fraud: { events: 1, share: 0.003 },
  base: { events: 9000, fraud: 27, share: 0.003 },
}
