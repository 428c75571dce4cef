import { sql } from 'kysely'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import type { Db } from '../../../ports/database.ts'
import type { ChainRule } from '../../../ports/stored-explanation.ts'
import { dayNumberOf } from '../../case-report/figures/periods.ts'

/** What is stored of the evaluation of a transaction by rules. */
export interface EvaluatedTransaction {
  at: Date
  rule_id: string | null
  rule: string | null
  clause: string | null
  /** The rules that were to run; null: none. */
  chain: string | null
  /** One character per evaluated rule, in run order: 1 selected, 0 not. */
  selected: string | null
  /** Clauses with an effect beside the decision, with the positions of their rules: they observed, or set variables. */
  effects: readonly ClauseEffect[] | null
}

type ClauseEffect = readonly [position: number, clause: string, observed: boolean]
type Observation = readonly [ruleId: string, rule: string, clause: string]
interface RulePath {
  path: number
  rule_id: string | null
  rule: string | null
  clause: string | null
  observed: readonly Observation[]
}
interface ClauseCounts {
  event_type: string
  day: number
  rule_id: string
  clause: string
  /** Transactions with the clause among their rules. */
  events: number
  /** Of these, those that nothing before the clause had decided. */
  tested: number
  effects: number
}
/** Transactions of a day that went through the same rules with the same result. */
interface Run {
  eventType: string
  day: number
  chain: string
  selected: string
  ruleId: string | null
  clause: string | null
  events: number
}

const rowsAtOnce = 5000

/** Returns an empty count that goes on with the numbers of the stored paths of an environment. */
export async function continueRuleResults(db: Db, environmentId: string): Promise<RuleResults> {
  const { rows } = await sql<RulePath>`select path, rule_id, rule, clause, observed from report_path
    where environment_id = ${environmentId}::uuid`.execute(db)
  return new RuleResults(rows)
}

/** Numbers what rules said of the transactions of an environment, and counts the tests of their clauses. */
export class RuleResults {
  readonly #paths: Map<string, RulePath>
  /** The numbers below it are stored. */
  readonly #firstPath: number
  readonly #chains = new Map<string, readonly ChainRule[]>()
  readonly #runs = new Map<string, Run>()
  readonly #effects = new Map<string, number>()

  /** @param stored paths of the environment, numbered without gaps */
  constructor(stored: readonly RulePath[] = []) {
    this.#paths = new Map(stored.map(path => [pathKey(path), path]))
    this.#firstPath = stored.length
  }

  /** Adds transactions. @returns the path of each */
  async add(db: Db, eventType: string, rows: readonly EvaluatedTransaction[]): Promise<number[]> {
    await this.#readChains(db, rows)
    return rows.map(row => {
      const rules = this.#chains.get(row.chain ?? '') ?? []
      this.#count(eventType, row, rules)
      return this.#pathOf(row, observationsOf(row, rules))
    })
  }

  async #readChains(db: Db, rows: readonly EvaluatedTransaction[]): Promise<void> {
    const missing = [...new Set(rows.map(({ chain }) => chain))].filter(id => id !== null && !this.#chains.has(id))
    if (missing.length === 0) return
    const chains = await sql<{ id: string; rules: readonly ChainRule[] }>`
      select id, rules from rule_chain where id = any(${missing}::uuid[])`.execute(db)
    for (const { id, rules } of chains.rows) this.#chains.set(id, rules)
  }

  #pathOf({ rule_id, rule, clause }: EvaluatedTransaction, observed: readonly Observation[]): number {
    const key = pathKey({ rule_id, rule, clause, observed })
    let found = this.#paths.get(key)
    if (found === undefined) {
      found = { path: this.#paths.size, rule_id, rule, clause, observed }
      this.#paths.set(key, found)
    }
    return found.path
  }

  #count(eventType: string, row: EvaluatedTransaction, rules: readonly ChainRule[]): void {
    const { chain, selected, rule_id: ruleId, clause } = row
    const day = dayNumberOf(row.at.getTime())
    if (chain !== null && selected !== null) {
      const key = JSON.stringify([eventType, day, chain, selected, ruleId, clause])
      const run = this.#runs.get(key)
      if (run === undefined) this.#runs.set(key, { eventType, day, chain, selected, ruleId, clause, events: 1 })
      else run.events += 1
    }
    const effective = namedEffects(row.effects ?? [], rules).map(([id, , name]) => [id, name])
    if (ruleId !== null && clause !== null) effective.push([ruleId, clause])
    for (const key of new Set(effective.map(([id = '', name = '']) => clauseKey(eventType, day, id, name))))
      this.#effects.set(key, (this.#effects.get(key) ?? 0) + 1)
  }

  /** Stores the new paths of an environment, and adds the counts to those that are stored. */
  async store(db: Db, environmentId: string): Promise<void> {
    const added = [...this.#paths.values()].filter(({ path }) => path >= this.#firstPath)
    await storeRows(
      db,
      { table: 'report_path', columns: 'path, rule_id, rule, clause, observed' },
      environmentId,
      added,
    )
    await this.storeClauses(db, environmentId)
  }

  /** Adds the counts of clauses to those that are stored. */
  async storeClauses(db: Db, environmentId: string): Promise<void> {
    const columns = 'event_type, day, rule_id, clause, events, tested, effects'
    const sums = ['events', 'tested', 'effects'].map(name => `${name} = s.${name} + excluded.${name}`)
    const conflict = `on conflict (environment_id, event_type, day, rule_id, clause) do update set ${sums.join(', ')}`
    const counts = await this.#clauseCounts()
    await storeRows(db, { table: 'report_clause_day', columns, conflict }, environmentId, counts)
  }

  async #clauseCounts(): Promise<ClauseCounts[]> {
    const counts = new Map<string, ClauseCounts>()
    const pause = createYieldPoint()
    for (const run of this.#runs.values()) {
      // Other work of the process is not to wait for all of them.
      await pause()
      const { eventType: event_type, day, events } = run
      for (const { rule_id, clause, tested } of testedClauses(run, this.#chains.get(run.chain) ?? [])) {
        const key = clauseKey(event_type, day, rule_id, clause)
        let found = counts.get(key)
        if (found === undefined) {
          found = { event_type, day, rule_id, clause, events: 0, tested: 0, effects: this.#effects.get(key) ?? 0 }
          counts.set(key, found)
        }
        found.events += events
        found.tested += tested ? events : 0
      }
    }
    return [...counts.values()]
  }
}

const pathKey = ({ rule_id, rule, clause, observed }: Omit<RulePath, 'path'>): string =>
  JSON.stringify([rule_id, rule, clause, observed])

const clauseKey = (eventType: string, day: number, ruleId: string, clause: string): string =>
  `${eventType}\n${day}\n${ruleId}\n${clause}`

/** Returns the clauses that observed a transaction, in the order of their names, each once. */
function observationsOf({ effects }: EvaluatedTransaction, rules: readonly ChainRule[]): Observation[] {
  const found = namedEffects(
    (effects ?? []).filter(([, , observed]) => observed),
    rules,
  )
  const byKey = new Map(found.map(each => [JSON.stringify(each), each]))
  return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}

/** Returns every clause of a chain, and whether its condition or that of its rule was tested. */
function testedClauses({ selected, ruleId, clause: decisive }: Run, rules: readonly ChainRule[]) {
  return rules.flatMap((rule, position) => {
    const names = rule.clauses ?? []
    const last = rule.ruleId === ruleId && decisive !== null ? names.indexOf(decisive) : -1
    return names.map((clause, place) => ({
      rule_id: rule.ruleId,
      clause,
      // A rule whose condition did not hold says so of all its clauses.
      tested: position < selected.length && (selected[position] === '0' || last < 0 || place <= last),
    }))
  })
}

const namedEffects = (effects: readonly ClauseEffect[], rules: readonly ChainRule[]): Observation[] =>
  effects.flatMap(([position, clause]): Observation[] => {
    const rule = rules[position]
    return rule === undefined ? [] : [[rule.ruleId, rule.rule, clause]]
  })

interface StoredTable {
  table: 'report_path' | 'report_clause_day'
  columns: string
  /** What happens to a row that is there already; as `s`. */
  conflict?: string
}

async function storeRows(
  db: Db,
  { table, columns, conflict = '' }: StoredTable,
  environmentId: string,
  rows: readonly object[],
): Promise<void> {
  const names = sql.raw(columns)
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await sql`insert into ${sql.table(table)} as s (environment_id, ${names})
      select ${environmentId}::uuid, ${names}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(first, first + rowsAtOnce))}::json)
      ${sql.raw(conflict)}`.execute(db)
}
