import type { RuleBody, RuleType } from '../../contract/index.ts'
import {
  type CheckEnvironment,
  type CompiledClause,
  type CompiledRule,
  type CompileOptions,
  compileRuleSet,
  compileRules,
} from '../../fql/index.ts'
import type { Logger } from '../../ports/index.ts'
import type { PublishedRule, RuleSetPrograms } from './published-chain.ts'

/** A published rule as the store has it. */
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
 * Rules of one set, ready to run. One that does not compile alone is left out and logged. `formerly`: what rules could
 * name before properties of functions changed.
 */
export function compileStoredRules(
  rows: readonly RuleRow[],
  check: CheckEnvironment | null,
  formerly: () => CheckEnvironment | null,
  mode: CompileOptions['mode'],
  log: Logger,
): { rules: readonly PublishedRule[]; programs: RuleSetPrograms | null } {
  const sources = rows.map(row => row.body as RuleBody)
  const one = (source: RuleBody, env: CheckEnvironment | null): CompiledRule | null =>
    env === null ? null : (compileRules([source], env, { mode })[0] ?? null)
  let all: readonly (CompiledRule | null)[]
  let programs: RuleSetPrograms | null = null
  try {
    const set = check === null ? null : compileRuleSet(sources, check, { mode })
    all = set?.rules ?? []
    programs = set
  } catch {
    // Publishing checks rules, so this is one of another version of the product, or something it names is gone: it
    // alone must not stop the others.
    all = sources.map((source, index) => {
      try {
        return one(source, check)
      } catch {
        try {
          const compiled = one(source, formerly())
          if (compiled !== null) return compiled
        } catch {
          // Said below.
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

/** Sections in run order, listed order inside each. */
export function inRunOrder(clauses: readonly CompiledClause[]): CompiledClause[] {
  return clauses.toSorted((a, b) => sections[a.section] - sections[b.section])
}
