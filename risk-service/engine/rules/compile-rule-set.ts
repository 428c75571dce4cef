import type { RuleBody, RuleType } from '../../contract/index.ts'
import {
  type CheckEnvironment,
  type CompiledClause,
  type CompiledRule,
  type CompileOptions,
  compileRuleSetInSteps,
  compileRules,
} from '../../fql/index.ts'
import type { Logger } from '../../ports/index.ts'
import type { PublishedRule, RuleSetPrograms } from './published-chain.ts'

/** A published rule as it is stored. */
export interface RuleRow {
  id: string
  environment_id: string
  event_type: string
  type: RuleType
  branch: string
  name: string
  version: number
  position: number
  body: unknown
}

/**
 * Compiles the rules of one set, and yields after each part of a rule. A rule that does not compile is left out and logged. `formerly`: the names that rules
 * could use before properties of functions changed.
 */
export function* compileStoredRules(
  rows: readonly RuleRow[],
  check: CheckEnvironment | null,
  formerly: () => CheckEnvironment | null,
  mode: CompileOptions['mode'],
  log: Logger,
): Generator<undefined, { rules: readonly PublishedRule[]; programs: RuleSetPrograms | null }> {
  const sources = rows.map(row => row.body as RuleBody)
  const one = (source: RuleBody, env: CheckEnvironment | null): CompiledRule | null =>
    env === null ? null : (compileRules([source], env, { mode })[0] ?? null)
  let all: readonly (CompiledRule | null)[]
  let programs: RuleSetPrograms | null = null
  try {
    const set = check === null ? null : yield* compileRuleSetInSteps(sources, check, { mode })
    all = set?.rules ?? []
    programs = set
  } catch {
    // Publishing checks rules, so this one was written by another version of the product, or a resource that it names
    // no longer exists: this rule must not stop the others.
    all = sources.map((source, index) => {
      try {
        return one(source, check)
      } catch {
        try {
          const compiled = one(source, formerly())
          if (compiled !== null) return compiled
        } catch {
          // Logged below.
        }
        log.write(4, 'rules.not-compiled', { ruleId: rows[index]?.id ?? '' })
        return null
      }
    })
  }
  return {
    programs,
    rules: rows.flatMap((row, index) => {
      const compiled = all[index]
      return compiled == null
        ? []
        : [
            {
              id: row.id,
              name: row.name,
              environmentId: row.environment_id,
              version: row.version,
              position: row.position,
              compiled,
              clauses: inRunOrder(compiled.clauses),
            },
          ]
    }),
  }
}

const sections = { prior: 0, postBot: 1, postRisk: 2 } as const

/** Returns the clauses by section in run order, in listed order inside each. */
export function inRunOrder(clauses: readonly CompiledClause[]): CompiledClause[] {
  return clauses.toSorted((a, b) => sections[a.section] - sections[b.section])
}
