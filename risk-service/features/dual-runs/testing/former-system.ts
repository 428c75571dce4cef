import { randomUUID } from 'node:crypto'
import type { Decision, RuleBody } from '../../../contract/index.ts'
import { gzip } from '../../../engine/lib/gzip.ts'
import { places, ruleBody } from '../../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../../ports/database.ts'

/** An event with the answer of a former system, as tests describe it. */
export interface FormerSale {
  id: string
  at: string
  email: string
  amount: number
  userId?: string
  currency?: string
  decision: Decision
  /** Null: no rule decided. */
  rule: string | null
  score?: number
  /** Rules in the order in which they ran; absent: all of `formerRules` up to the deciding one. */
  ran?: readonly string[]
  environmentId?: string
}

/** The rules of the former system in its order. */
const formerRules = [
  'Blocked people',
  'High score',
  'Repeat',
  'Wholesale',
  'Large order',
  'Shop',
  'Round sum',
  'Abroad',
  'Vanished',
]

export function answerOf({ id, decision, rule, score = 100, ran }: FormerSale): object {
  const upTo = rule === null ? formerRules : formerRules.slice(0, formerRules.indexOf(rule) + 1)
  return {
    resultDetails: {
      MerchantRuleDecision: decision,
      RiskScore: score,
      PolicyApplied: rule ?? 'Default',
      ...(rule === null ? {} : { ClauseName: 'c' }),
      PurchaseId: id,
      RuleEvaluations: (ran ?? upTo).map(name => ({ Rule: name, ClauseNames: ['c'], EnvironmentId: 'former' })),
    },
  }
}

export const requestOf = ({ id, at, email, amount, userId = id, currency = 'USD' }: FormerSale): object => ({
  purchaseId: id,
  merchantLocalDate: at,
  _metadata: { trackingId: id, merchantTimeStamp: at },
  totalAmount: amount,
  currency,
  user: { userId, email },
})

/** A message of event tracing. */
export const tracedMessage = (sale: FormerSale): object => ({
  name: 'FraudProtection.Assessment.Purchase',
  version: '1.0',
  metadata: {
    tenantId: 'b9ad7c2a-0d77-4a65-9b1e-3a7d7f0e1c55',
    environmentId: sale.environmentId ?? 'a0000000-0000-4000-8000-00000000000a',
    timestamp: sale.at,
  },
  uniqueId: sale.id,
  request: requestOf(sale),
  response: answerOf(sale),
})

export const fileOf = (lines: readonly (object | string)[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))

const rule = (name: string, text: string): RuleBody =>
  ruleBody(name, { clauses: [{ name: 'c', section: 'postRisk', text }] })

/** The rules that moved in, with mistakes. */
export const movedRules: readonly RuleBody[] = [
  rule('Guests', 'RETURN Review() WHEN ContainsKey("Guests", "Key", @"user.userId")'),
  rule('Blocked people', 'RETURN Reject() WHEN ContainsKey("Bad", "Key", @"user.email")'),
  rule('High score', 'RETURN Review() WHEN @"riskScore" > 600'),
  rule('Repeat', 'RETURN Reject() WHEN Velocity.emailAttempts(@"user.email", 7d) >= 3'),
  rule('Large order', 'RETURN Review() WHEN @"totalAmount" > 900'),
  rule('Wholesale', 'RETURN Reject() WHEN @"totalAmount" > 800 && @"currency" == "EUR"'),
  rule('Shop', 'RETURN Reject() WHEN @"customData.shop" == "kiosk"'),
  rule('Round sum', 'RETURN Reject() WHEN @"totalAmount" == 77'),
  rule('Abroad', 'RETURN Review() WHEN Geo.CountryCode(@"user.userId") == "DE"'),
  rule('Novelty', 'RETURN Challenge("SMS") WHEN @"totalAmount" == 55'),
]

/** Publishes rules in an environment, in their order. */
export async function insertRules(
  db: Db,
  bodies: readonly RuleBody[],
  environmentId: string = places.root,
): Promise<void> {
  await db
    .insertInto('rule')
    .values(
      bodies.map((body, position) => ({
        id: randomUUID(),
        environment_id: environmentId,
        event_type: 'purchase',
        name: body.name,
        status: 'active' as const,
        position,
        version: 1,
        body: JSON.stringify(body),
        published_by: randomUUID(),
        published_by_name: 'Test',
      })),
    )
    .execute()
}

/** Stores a custom list with the keys of each version. */
export async function insertList(
  db: Db,
  name: string,
  versions: readonly { from: string; keys: string[] }[],
): Promise<void> {
  const id = randomUUID()
  const facts = { columns: ['Key'], rows: 1, size: 10, updated_by: randomUUID(), updated_by_name: 'x' }
  const last = versions.at(-1)
  await db
    .insertInto('list')
    .values({
      id,
      environment_id: places.root,
      name,
      description: '',
      version: versions.length,
      created_at: versions[0]?.from ?? '',
      updated_at: last?.from ?? '',
      ...facts,
    })
    .execute()
  await db
    .insertInto('list_version')
    .values(
      await Promise.all(
        versions.map(async ({ from, keys }, index) => ({
          list_id: id,
          version: index + 1,
          file_name: 'l.csv',
          digest: `${index}`,
          updated_at: from,
          content: await gzip(new TextEncoder().encode(`Key\n${keys.join('\n')}\n`)),
          ...facts,
        })),
      ),
    )
    .execute()
}
