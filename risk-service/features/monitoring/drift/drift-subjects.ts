import {
  type Decision,
  type DriftAttribute,
  driftAttributes,
  monitorTop,
  scoreBuckets,
} from '../../../contract/index.ts'
import type { DriftSubject } from '../../../engine/drift/drift.ts'
import { addUp, sumOf } from '../../../engine/drift/stability-index.ts'
import type { RangeFills } from '../../ontology/drops/read-fills.ts'
import type { CountDimension, StepCount } from '../counts/count-events.ts'
import { parseRuleValue } from '../counts/step-series.ts'

/** What a comparison is about, with what describes its finding. */
export type DriftKey =
  | { kind: 'volume' | 'noScore' }
  | { kind: 'decision'; decision: Decision }
  | { kind: 'score'; score: 'risk' | 'bot'; recent: number[]; before: number[] }
  | { kind: 'rule'; ruleId: string }
  | { kind: 'field'; field: string }
  | { kind: 'value'; attribute: DriftAttribute; values: (string | null)[]; recent: number[]; before: number[] }

/** Counts of a window by dimension and value. */
export type WindowCounts = ReadonlyMap<CountDimension, ReadonlyMap<string, number>>

/** What is compared: the window first, then each of the weeks. */
interface DriftCounts {
  events: readonly WindowCounts[]
  fields: readonly RangeFills[]
}

/** Decisions whose share is compared; that of approvals is what they leave. */
const comparedDecisions = ['Review', 'Challenge', 'Reject'] as const

/** Adds up the counts of a window; clauses and decisions of a rule are one. */
export function countsOf(rows: readonly StepCount[]): WindowCounts {
  const counts = new Map<CountDimension, Map<string, number>>()
  for (const { dimension, value, events } of rows) {
    const values = counts.get(dimension) ?? new Map<string, number>()
    const name = dimension === 'rule' ? (parseRuleValue(value).ruleId ?? '') : value
    counts.set(dimension, values.set(name, (values.get(name) ?? 0) + events))
  }
  return counts
}

/** Number of transactions of a window. */
export const volumeOf = (counts: WindowCounts): number => sumOf([...(counts.get('decision')?.values() ?? [])])

/** Returns everything that is compared. */
export function driftSubjects({ events, fields }: DriftCounts): DriftSubject<DriftKey>[] {
  const of = (dimension: CountDimension, value: string) => events.map(window => window.get(dimension)?.get(value) ?? 0)
  const volumes = events.map(volumeOf)
  const [volume = 0, ...weeks] = volumes
  return [
    { key: { kind: 'volume' }, kind: 'count', recent: volume, weeks },
    ...comparedDecisions.map(decision => shareOf({ kind: 'decision', decision }, of('decision', decision), volumes)),
    shareOf({ kind: 'noScore' }, of('score', ''), volumes),
    scoreOf('risk', events, 'score'),
    scoreOf('bot', events, 'bot'),
    ...valuesOf(events, 'rule')
      .filter(ruleId => ruleId !== '')
      .map(ruleId => shareOf({ kind: 'rule', ruleId }, of('rule', ruleId), volumes)),
    ...driftAttributes.map(attribute => attributeOf(attribute, events)),
    ...fieldsOf(fields),
  ]
}

/** A part of the transactions; a week before the first transaction has none. */
function shareOf(key: DriftKey, counts: readonly number[], volumes: readonly number[]): DriftSubject<DriftKey> {
  const [recent = { count: 0, of: 0 }, ...weeks] = counts.map((count, n) => ({ count, of: volumes[n] ?? 0 }))
  return { key, kind: 'share', recent, weeks }
}

function scoreOf(
  score: 'risk' | 'bot',
  events: readonly WindowCounts[],
  dimension: 'score' | 'bot',
): DriftSubject<DriftKey> {
  const [recent = [], ...weeks] = events.map(window =>
    Array.from({ length: scoreBuckets }, (_, bucket) => window.get(dimension)?.get(String(bucket)) ?? 0),
  )
  return { key: { kind: 'score', score, recent, before: addUp(weeks) }, kind: 'distribution', recent, weeks }
}

/** The values of a dimension in any window, the most frequent first. */
function valuesOf(events: readonly WindowCounts[], dimension: CountDimension): string[] {
  const totals = new Map<string, number>()
  for (const window of events)
    for (const [value, count] of window.get(dimension) ?? []) totals.set(value, (totals.get(value) ?? 0) + count)
  return [...totals].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value)
}

function attributeOf(attribute: DriftAttribute, events: readonly WindowCounts[]): DriftSubject<DriftKey> {
  const all = valuesOf(events, attribute)
  const [top, others] = [all.slice(0, monitorTop), all.slice(monitorTop)]
  const [recent = [], ...weeks] = events.map(window => {
    const count = (value: string) => window.get(attribute)?.get(value) ?? 0
    return [...top.map(count), ...(others.length === 0 ? [] : [sumOf(others.map(count))])]
  })
  return {
    key: { kind: 'value', attribute, values: [...top, null], recent, before: addUp(weeks) },
    kind: 'distribution',
    recent,
    weeks,
  }
}

function fieldsOf(windows: readonly RangeFills[]): DriftSubject<DriftKey>[] {
  const fields = new Set(windows.flatMap(({ filled }) => [...filled.keys()]))
  const read = windows.map(({ events }) => events)
  return [...fields].map(field =>
    shareOf(
      { kind: 'field', field },
      windows.map(({ filled }) => filled.get(field) ?? 0),
      read,
    ),
  )
}
