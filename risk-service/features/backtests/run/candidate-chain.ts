import { sql } from 'kysely'
import { productionBranch, type RuleBody } from '../../../contract/index.ts'
import { inRunOrder } from '../../../engine/rules/compile-rule-set.ts'
import type { RuleRegistry } from '../../../engine/rules/rule-registry.ts'
import { type CheckEnvironment, type CompileOptions, compileRules, type RuleReads } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { RuleChains, RunnableRuleSet } from './outcomes.ts'

export interface BacktestSubjectAddress {
  environmentId: string
  eventType: string
  ruleId: string | null
  branch: string | null
  body: RuleBody | null
}
interface Row {
  id: string
  environment_id: string
  branch: string
  name: string
  body: RuleBody
}

export interface CandidateRules {
  /** Returns the two chains of an environment: the published one and the one with the change. */
  chainsOf: (environmentId: string) => RuleChains
  /** Reads of the rules. */
  reads: readonly RuleReads[]
  /** The texts of all rules that run, in lower case. */
  texts: string
  checks: readonly CheckEnvironment[]
  /** The texts of the rules by their id, with the names that they can use. */
  bodies: ReadonlyMap<string, { body: RuleBody; check: CheckEnvironment }>
  /** Environments whose rules run. */
  environmentIds: readonly string[]
}

/** The subject of the change no longer exists. */
export class SubjectNotFoundError extends Error {}

/**
 * Loads the published rules of an environment's tree, and the same with a change: another text of a rule (at the end,
 * when it is not active), or a branch in place of production. Throws `FqlError` for rules with errors,
 * `SubjectNotFoundError`.
 */
export async function loadCandidateRules(
  db: Db,
  book: RuleRegistry,
  { environmentId, eventType, ruleId, branch, body }: BacktestSubjectAddress,
  mode: CompileOptions['mode'],
): Promise<CandidateRules> {
  const { rows: tree } = await sql<{ id: string; parent_id: string | null }>`
    with recursive up as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join up on e.id = up.parent_id),
      down as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join down on e.parent_id = down.id)
    select id, parent_id from up union select id, parent_id from down`.execute(db)
  const parents = new Map(tree.map(row => [row.id, row.parent_id]))
  const pathOf = (id: string): string[] => {
    const path: string[] = []
    for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at))
      path.unshift(at)
    return path
  }
  const ids = [...parents.keys()]
  const [stored, firsts] = await Promise.all([
    db
      .selectFrom('rule')
      .select(['id', 'environment_id', 'branch', 'name', 'body'])
      .where('environment_id', 'in', ids)
      .where('event_type', '=', eventType)
      .where('type', '=', 'decision')
      .where('status', '=', 'active')
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('rule_setting')
      .select('environment_id')
      .where('environment_id', 'in', ids)
      .where('event_type', '=', eventType)
      .where('evaluation', '=', 'first')
      .execute(),
  ])
  const rows = stored.map((row): Row => ({ ...row, body: row.body as RuleBody }))
  if (
    branch !== null &&
    (await db
      .selectFrom('rule_branch')
      .select('id')
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', eventType)
      .where('api_name', '=', branch)
      .executeTakeFirst()) === undefined
  )
    throw new SubjectNotFoundError()
  const first = new Set(firsts.map(row => row.environment_id))
  const sets = new Map<string, { before: RunnableRuleSet; after: RunnableRuleSet }>()
  const checks: CheckEnvironment[] = []
  const texts: RuleBody[] = []
  const bodies = new Map<string, { body: RuleBody; check: CheckEnvironment }>()
  const reads: RuleReads[] = []
  for (const id of ids) {
    const production = rows.filter(row => row.environment_id === id && row.branch === productionBranch)
    const changed =
      id !== environmentId
        ? production
        : applyChange(
            production,
            rows.filter(row => row.environment_id === id && row.branch === branch),
            { ruleId, branch, body, id },
          )
    const own = [...production, ...changed.filter(row => !production.includes(row))]
    const check = book.checkOf(id, eventType, 'decision')
    if (check === null) throw new SubjectNotFoundError()
    // Compiled together, so that both read an attribute once.
    const compiled = compileRules(
      own.map(row => row.body),
      check,
      { mode },
    )
    const ready = new Map(
      own.flatMap((row, index) => {
        const rule = compiled[index]
        return rule === undefined
          ? []
          : [
              [
                row,
                { rule: { id: row.id, name: row.name }, compiled: rule, clauses: inRunOrder(rule.clauses) },
              ] as const,
            ]
      }),
    )
    const set = (list: readonly Row[]): RunnableRuleSet => ({
      firstMatch: first.has(id),
      rules: list.flatMap(row => ready.get(row) ?? []),
    })
    sets.set(id, { before: set(production), after: set(changed) })
    checks.push(check)
    reads.push(...compiled.slice(0, 1).map(rule => rule.reads))
    texts.push(...own.map(row => row.body))
    for (const row of own) bodies.set(row.id, { body: row.body, check })
  }
  const chains = new Map(
    ids.map(id => {
      const path = pathOf(id)
      const end = path.findIndex(each => first.has(each))
      const along = (end < 0 ? path : path.slice(0, end + 1)).flatMap(each => sets.get(each) ?? [])
      return [id, { before: along.map(each => each.before), after: along.map(each => each.after) }] as const
    }),
  )
  const none = { before: [], after: [] }
  return {
    chainsOf: id => chains.get(id) ?? none,
    reads,
    checks,
    bodies,
    environmentIds: ids,
    texts: texts
      .flatMap(each => [each.condition, ...each.clauses.map(clause => clause.text)])
      .join('\n')
      .toLowerCase(),
  }
}

function applyChange(
  production: readonly Row[],
  branched: readonly Row[],
  { ruleId, branch, body, id }: { ruleId: string | null; branch: string | null; body: RuleBody | null; id: string },
): readonly Row[] {
  if (branch !== null) return branched
  if (body === null || ruleId === null) return production
  const row: Row = { id: ruleId, environment_id: id, branch: productionBranch, name: body.name, body }
  return production.some(each => each.id === ruleId)
    ? production.map(each => (each.id === ruleId ? row : each))
    : [...production, row]
}
