import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type CheckEnvironment,
  type CompileOptions,
  checkVelocitySet,
  compileRule,
  compileVelocitySet,
  createScope,
  createVelocityMemory,
  runClause,
  type Scope,
  testCondition,
} from '../index.ts'
import { practitionerFixtures, practitionerRules } from './rules.ts'
import { type EventStep, type PractitionerVelocityRule, practitionerVelocityRules } from './velocity-rules.ts'

const last = Date.parse('2025-06-15T11:04:30Z')
const environment: CheckEnvironment = { attributes: new Map() }

/**
 * Counts the events of the stream in order, each after its decision, and returns whether the rule fires on the last
 * one.
 */
async function fires(
  { assessment, velocities, text }: PractitionerVelocityRule,
  steps: readonly EventStep[],
  mode: CompileOptions['mode'],
): Promise<boolean> {
  const source = { condition: '', velocities }
  expect(checkVelocitySet(source, environment)).toEqual([])
  const set = compileVelocitySet(source, environment, { mode })
  const named = new Map(set.velocities.map(({ name }) => [name.toLowerCase(), { name }]))
  const rule = compileRule(
    { condition: '', clauses: [{ name: 'clause', section: 'prior', text }] },
    { ...environment, velocities: named },
    { mode },
  )
  const memory = createVelocityMemory()
  let fired = false
  for (const [number, { minutesAgo: ago, event, type = assessment }] of steps.entries()) {
    const at = last - ago * 60_000
    const scopeOf = (): Scope =>
      createScope({
        event,
        now: new Date(at),
        geo: { lookup: ip => practitionerFixtures.geo?.[ip], allows: () => true },
        velocities: { read: ({ name }, key, window) => memory.read(name, key, window, at) },
      })
    if (number === steps.length - 1) {
      const scope = scopeOf()
      const [clause] = rule.clauses
      expect(type).toBe(assessment)
      expect(await testCondition(rule, scope)).toBe(true)
      if (clause === undefined) throw new Error('no clause')
      const outcome = await runClause(clause, scope)
      expect([...scope.errors, ...outcome.errors]).toEqual([])
      fired = outcome.fired || Object.keys(outcome.outputs).length > 0
    }
    await memory.update([set], type, at, scopeOf, String(number))
  }
  return fired
}

describe('rules of practitioners with their velocities', () => {
  it.each(
    practitionerVelocityRules.flatMap(rule =>
      (['code', 'closures'] as const).map(mode => [rule.id, mode, rule] as const),
    ),
  )('%s, %s', async (_id, mode, rule) => {
    expect(await fires(rule, rule.fires, mode)).toBe(true)
    expect(await fires(rule, rule.not, mode)).toBe(false)
  })
  it('rules of practitioners with their velocities have streams in order of time', () => {
    for (const { id, fires: yes, not } of practitionerVelocityRules) {
      for (const steps of [yes, not])
        expect([
          id,
          steps.at(-1)?.minutesAgo,
          steps.every(({ minutesAgo: ago }, index) => index === 0 || ago < (steps[index - 1]?.minutesAgo ?? 0)),
        ]).toEqual([id, 0, true])
    }
  })
  it('rules of practitioners with their velocities are each written once', () => {
    const ids = [...practitionerRules.map(({ id }) => id.slice(0, 5)), ...practitionerVelocityRules.map(({ id }) => id)]
    expect(new Set(practitionerVelocityRules.map(({ id }) => id)).size).toBe(27)
    expect(new Set(ids).size).toBe(53 + 27)
  })
  // The collection is beside the checkout where it was distributed, and is no part of the repository.
  const collection = new URL('../../../../shared/data/practitioner_rules.json', import.meta.url)
  it.runIf(existsSync(collection))(
    'rules of practitioners with their velocities are, with those that need no velocity, the whole collection',
    () => {
      const { rules } = JSON.parse(readFileSync(collection, 'utf8')) as { rules: { id: string; velocity: unknown[] }[] }
      const written = (ids: readonly string[]): string[] => [...new Set(ids.map(id => id.slice(0, 5)))].sort()
      const found = (withVelocity: boolean): string[] =>
        written(rules.filter(({ velocity }) => velocity.length > 0 === withVelocity).map(({ id }) => id))
      expect(written(practitionerRules.map(({ id }) => id))).toEqual(found(false))
      expect(written(practitionerVelocityRules.map(({ id }) => id))).toEqual(found(true))
    },
  )
})
