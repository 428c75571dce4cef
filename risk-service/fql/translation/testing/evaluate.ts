import { purchaseCheckEnvironment } from '../../../engine/assessments/purchase-attributes.ts'
import {
  type CheckEnvironment,
  type ClauseOutcome,
  compileRule,
  createScope,
  type ResourceReaders,
  runClause,
} from '../../index.ts'
import type { Translation } from '../result/translation.ts'

/** Returns what the only rule of a translation makes of an event; null: its condition is false. */
export function evaluateTranslation(
  { order, velocitySets, lists }: Translation,
  event: unknown,
  check: CheckEnvironment = purchaseCheckEnvironment,
  readers: ResourceReaders = {},
): ClauseOutcome | null {
  const clause = order[0]?.clause
  if (order.length !== 1 || clause == null) throw new Error('Not one translated rule.')
  const names = velocitySets.flatMap(set => set.velocities.map(({ name }) => [name.toLowerCase(), { name }] as const))
  const compiled = compileRule(
    { condition: '', clauses: [clause] },
    {
      ...check,
      velocities: new Map(names),
      lists: {
        support: new Map(),
        custom: new Map(lists.map(name => [name.toLowerCase(), { name, columns: ['value'] }])),
      },
    },
    { mode: 'closures' },
  )
  const outcome =
    compiled.clauses[0] === undefined
      ? undefined
      : runClause(compiled.clauses[0], createScope({ ...readers, event, now: new Date('2026-11-28T12:00:00Z') }))
  if (outcome === undefined || outcome instanceof Promise) throw new Error('The rule waits.')
  if (outcome.errors.length > 0) throw new Error(outcome.errors.map(({ message }) => message).join(' '))
  return outcome.fired || outcome.observed ? outcome : null
}
