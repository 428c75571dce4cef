import { sql } from 'kysely'
import type { Ports } from '../../ports/index.ts'
import type { ChainRule } from '../../ports/stored-explanation.ts'
import type { PublishedChain, PublishedRule } from './published-chain.ts'

/** By environment, then by assessment. */
type Chains = ReadonlyMap<string, ReadonlyMap<string, PublishedChain>>

/**
 * Stores the rules of each chain for explanations, once per content, before an event can refer to them. Returns the
 * chains with the ids of the stored ones.
 */
export function createChainStore(db: Ports['db']): (chains: Chains) => Promise<Chains> {
  /** Stored chains by their text. */
  const storedIds = new Map<string, string>()
  return async chains => {
    const texts = new Map<PublishedChain, string>()
    for (const own of chains.values()) {
      for (const chain of own.values())
        texts.set(
          chain,
          JSON.stringify(
            chain.sets.flatMap(set =>
              set.rules.map(rule => ({ ...chainRule(rule), ...(set.firstMatch ? { firstMatch: true } : {}) })),
            ),
          ),
        )
    }
    const missing = [...new Set(texts.values())].filter(text => text !== '[]' && !storedIds.has(text))
    if (missing.length > 0) {
      const { rows } = await sql<{ id: string; rules: string }>`
        with c as materialized (select left(encode(sha256(convert_to(x, 'UTF8')), 'hex'), 32)::uuid as id, x as rules from unnest(${missing}::text[]) as x),
          s as (insert into rule_chain (id, rules) select id, rules::json from c order by id on conflict do nothing)
        select id, rules from c`.execute(db)
      for (const row of rows) storedIds.set(row.rules, row.id)
    }
    const inUse = new Set(texts.values())
    for (const text of storedIds.keys()) if (!inUse.has(text)) storedIds.delete(text)
    return new Map(
      [...chains].map(([environmentId, own]) => [
        environmentId,
        new Map(
          [...own].map(([eventType, chain]) => [
            eventType,
            { ...chain, storedChainId: storedIds.get(texts.get(chain) ?? '') ?? null },
          ]),
        ),
      ]),
    )
  }
}

const chainRule = ({ id, name, environmentId, version, position, clauses }: PublishedRule): ChainRule => ({
  ruleId: id,
  rule: name,
  environmentId,
  version,
  position,
  clauses: clauses.map(clause => clause.name),
})
