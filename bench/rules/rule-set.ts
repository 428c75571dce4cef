import { randomUUID } from 'node:crypto'
import type pg from 'pg'

const countries = ['DE', 'FR', 'NL', 'ES', 'US'] as const

export interface RuleSpec {
  amount: number
  country: string
  age: number
  proxy: boolean
}

/** Twenty rules over a purchase: amount, country and account age, every fourth also the kind of IP address. */
export const ruleSpecs: readonly RuleSpec[] = Array.from({ length: 20 }, (_, index) => ({
  amount: 50 + index * 40,
  country: countries[index % 5] ?? 'DE',
  age: 5 + index * 15,
  proxy: index % 4 === 3,
}))

/**
 * Publishes the same twenty rules, on the attributes of a real purchase, in place of the environment's rules. They
 * observe, so that every event runs through all of them. The service reads rules when it starts.
 */
export async function publishBenchRules(pool: pg.Pool, environmentId: string): Promise<void> {
  await pool.query('delete from rule where environment_id = $1', [environmentId])
  for (const [index, spec] of ruleSpecs.entries()) {
    const body = {
      name: `Bench rule ${index + 1}`,
      description: '',
      condition: '',
      sample: { payload: {}, riskScore: 500 },
      clauses: [
        {
          name: 'hit',
          section: 'prior',
          text: `OBSERVE Output(hit = true)\nWHEN @"totalAmount" > ${spec.amount} && @"user.country" == "${spec.country}" && DaysSince(@"user.creationDate") < ${spec.age}${spec.proxy ? ' && Exists(@"deviceContext.proxyIp")' : ''}`,
        },
      ],
    }
    await pool.query(
      `insert into rule (id, environment_id, event_type, name, status, position, version, body, published_by, published_by_name)
       values ($1, $2, 'purchase', $3, 'active', $4, 1, $5, $6, 'Bench')`,
      [randomUUID(), environmentId, body.name, index + 1, JSON.stringify(body), randomUUID()],
    )
  }
}
