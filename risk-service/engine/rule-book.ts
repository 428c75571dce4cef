import { sql } from 'kysely'
import type { CompiledClause, CompiledRule, CompileOptions } from '../fql/index.ts'
import { compileRules } from '../fql/index.ts'
import type { EventType, RuleBody } from '../contract/index.ts'
import type { Ports } from '../ports.ts'
import type { ChainRule } from './explanation.ts'
import { purchaseCheckEnvironment } from './purchase.ts'

/** A published rule ready to run. */
export interface BookRule {
  id: string
  name: string
  environmentId: string
  version: number
  position: number
  compiled: CompiledRule
  /** Clauses in run order: sections, then list order. */
  clauses: readonly CompiledClause[]
}
/** The rules of one environment. `firstMatch`: the chain ends here after the first rule that is selected. */
export interface RuleSet { environmentId: string; firstMatch: boolean; rules: readonly BookRule[] }
/** Rule sets from the root down to the environment itself. */
export type RuleChain = readonly RuleSet[]
/** A chain as it is published; `stored` names what the store keeps of its rules for explanations, null without rules. */
export interface PublishedChain { sets: RuleChain; stored: string | null }

export interface RuleBook {
  /** Chain of an environment; read from the store once for an environment that is not known yet. */
  chainOf: (environmentId: string, eventType: EventType) => PublishedChain | Promise<PublishedChain>
  /** Reads what is published. Running events keep the chain they began with. */
  reload: () => Promise<void>
  /** Answer 409 instead of the stored answer for a repeated id. */
  rejectsRepeats: (environmentId: string) => boolean
}

/** Setting (scope: environment id): `all` runs all matching rules until a decision, `first` only the first matching rule. */
export const evaluationSetting = 'purchase.ruleEvaluation'
/** Setting (scope: environment id): true answers 409 to a repeated assessment id. */
export const repeatSetting = 'rejectRepeatedIds'

interface State {
  chains: ReadonlyMap<string, PublishedChain>
  compiled: ReadonlyMap<string, { signature: string; rules: readonly BookRule[] }>
  rejecting: ReadonlySet<string>
}

/** Keeps the published rules of every environment compiled; a publish compiles only the rules of its own environment. */
export function createRuleBook({ db, log }: Pick<Ports, 'db' | 'log'>, mode: CompileOptions['mode']): RuleBook {
  let state: State = { chains: new Map(), compiled: new Map(), rejecting: new Set() }
  /** Stored chains by their text. */
  const known = new Map<string, string>()
  let running: Promise<void> | null = null
  let again: Promise<void> | null = null

  async function load(): Promise<void> {
    const [environments, rules, settings] = await Promise.all([
      db.selectFrom('environment').select(['id', 'parent_id']).execute(),
      db.selectFrom('rule').select(['id', 'environment_id', 'event_type', 'name', 'version', 'position', 'body'])
        .where('status', '=', 'active').where('event_type', '=', 'purchase').orderBy('environment_id').orderBy('position').orderBy('id').execute(),
      db.selectFrom('setting').select(['scope', 'key', 'value']).where('key', 'in', [evaluationSetting, repeatSetting]).execute(),
    ])
    const firstMatch = new Set(settings.filter((row) => row.key === evaluationSetting && row.value === 'first').map((row) => row.scope))
    const rejecting = new Set(settings.filter((row) => row.key === repeatSetting && row.value === true).map((row) => row.scope))
    const compiled = new Map<string, { signature: string; rules: readonly BookRule[] }>()
    const own = Map.groupBy(rules, (rule) => rule.environment_id)
    for (const [environmentId, list] of own) {
      const signature = list.map((rule) => `${rule.id}:${rule.version}:${rule.position}`).join()
      const before = state.compiled.get(environmentId)
      compiled.set(environmentId, before?.signature === signature ? before : { signature, rules: compileAll(list) })
    }
    const parents = new Map(environments.map((row) => [row.id, row.parent_id]))
    const chains = new Map<string, RuleChain>()
    for (const { id } of environments) {
      const path: string[] = []
      for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at)) path.unshift(at)
      chains.set(id, path.flatMap((environmentId) => {
        const set = compiled.get(environmentId)
        return set === undefined ? [] : [{ environmentId, firstMatch: firstMatch.has(environmentId), rules: set.rules }]
      }))
    }
    state = { chains: await storeChains(chains), compiled, rejecting }
  }

  /** Keeps what explanations say of each chain's rules, once per content, before an event can refer to it. */
  async function storeChains(chains: ReadonlyMap<string, RuleChain>): Promise<Map<string, PublishedChain>> {
    const texts = new Map([...chains].map(([environmentId, sets]) => [environmentId, JSON.stringify(sets.flatMap((set) => set.rules.map(chainRule)))]))
    const wanted = [...new Set(texts.values())].filter((text) => text !== '[]' && !known.has(text))
    if (wanted.length > 0) {
      const { rows } = await sql<{ id: string; rules: string }>`
        with c as materialized (select left(encode(sha256(convert_to(x, 'UTF8')), 'hex'), 32)::uuid as id, x as rules from unnest(${wanted}::text[]) as x),
          s as (insert into rule_chain (id, rules) select id, rules::json from c order by id on conflict do nothing)
        select id, rules from c`.execute(db)
      for (const row of rows) known.set(row.rules, row.id)
    }
    const inUse = new Set(texts.values())
    for (const text of known.keys()) if (!inUse.has(text)) known.delete(text)
    return new Map([...chains].map(([environmentId, sets]) => [environmentId, { sets, stored: known.get(texts.get(environmentId) ?? '') ?? null }]))
  }

  type Row = { id: string; environment_id: string; name: string; version: number; position: number; body: unknown }
  function compileAll(rows: readonly Row[]): BookRule[] {
    const sources = rows.map((row) => row.body as RuleBody)
    let all: (CompiledRule | null)[]
    try {
      all = compileRules(sources, purchaseCheckEnvironment, { mode })
    } catch {
      // Publishing checks rules, so this is a rule of another version of the product: it alone must not stop the others.
      all = sources.map((source, index) => {
        try {
          return compileRules([source], purchaseCheckEnvironment, { mode })[0] ?? null
        } catch {
          log.write(4, 'rules.not-compiled', { ruleId: rows[index]?.id ?? '' })
          return null
        }
      })
    }
    return rows.flatMap((row, index) => {
      const compiled = all[index]
      return compiled == null ? [] : [{
        id: row.id, name: row.name, environmentId: row.environment_id, version: row.version, position: row.position, compiled,
        clauses: inRunOrder(compiled.clauses),
      }]
    })
  }

  /** One load at a time; who asks while one runs gets the next, which sees what was committed before the asking. */
  function reload(): Promise<void> {
    if (running === null) {
      running = load().finally(() => { running = null })
      return running
    }
    again ??= running.catch(() => undefined).then(() => {
      again = null
      return reload()
    })
    return again
  }

  return {
    reload,
    rejectsRepeats: (environmentId) => state.rejecting.has(environmentId),
    chainOf(environmentId) {
      return state.chains.get(environmentId) ?? reload().then(() => state.chains.get(environmentId) ?? { sets: [], stored: null })
    },
  }
}

const chainRule = ({ id, name, environmentId, version, position }: BookRule): ChainRule => ({ ruleId: id, rule: name, environmentId, version, position })

const sections = { prior: 0, postBot: 1, postRisk: 2 } as const

/** Sections in run order, listed order inside each. */
export function inRunOrder(clauses: readonly CompiledClause[]): CompiledClause[] {
  return clauses.toSorted((a, b) => sections[a.section] - sections[b.section])
}
