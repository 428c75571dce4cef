import type { ExternalCallBody } from '../../../contract/external-calls/external-call-inputs.ts'
import { demoEnvironmentIds, demoId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { authorOf, publishedAt } from './demo-authors.ts'
import { networkReputation } from './rules/harbor-rules.ts'

const ruleId = demoId('0010', 113)
/** An address that this function wrote. */
const sampleAddress = /^http:\/\/127\.0\.0\.1:\d+\//

const common = {
  configurations: [],
  method: 'GET' as const,
  headers: [],
  requestBody: null,
  authentication: { method: 'anonymous' as const },
  keepAliveUrl: null,
  timeoutMs: 500,
} satisfies Partial<ExternalCallBody>

/** The calls with their numbers; they ask the sample service at this address. */
const callsOf = (host: string): readonly (readonly [number: number, ExternalCallBody])[] => [
  [
    112,
    {
      ...common,
      name: 'IpReputation',
      description: 'Reputation of an IP address, from the sample service of the demo.',
      parameters: [{ name: 'ip', sample: '78.56.10.10' }],
      url: `http://${host}/reputation?ip={parameter.ip}`,
      sampleResponse: { ip: '78.56.10.10', score: 12, proxy: false },
      defaultResponse: { ip: '', score: 0, proxy: false },
    },
  ],
  [
    114,
    {
      ...common,
      name: 'SendChallenge',
      description: 'Asks a customer for a code. The sample service of the demo only says that it did.',
      parameters: [{ name: 'user', sample: 'U-10001' }],
      url: `http://${host}/challenges?user={parameter.user}`,
      sampleResponse: { sent: true },
      defaultResponse: { sent: false },
    },
  ],
]

/** Publishes the rule that makes the call, ahead of all others: those of the demo may not be there yet. */
async function publishRule(db: Db, now: Date): Promise<void> {
  const environmentId = demoEnvironmentIds.harbor
  const author = authorOf(0, 113)
  const published = {
    environment_id: environmentId,
    event_type: 'purchase',
    name: networkReputation.name,
    status: 'active' as const,
    version: 1,
    body: JSON.stringify(networkReputation),
    published_by: author.id,
    published_by_name: author.name,
    published_at: publishedAt(now, 113),
  }
  await db
    .updateTable('rule')
    .set(update => ({ position: update('position', '+', 1) }))
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', published.event_type)
    .execute()
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('rule')
    .values({ ...published, id: ruleId, position: 1 })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (added === 1n)
    await db
      .insertInto('rule_version')
      .values({ ...published, rule_id: ruleId })
      .execute()
}

/**
 * Writes the external calls of the first tenant and the rule that makes one once, with the address at which the sample service listens since this
 * start. A call that a user deleted does not return, and one that was pointed elsewhere stays there.
 */
export async function seedExternalCalls(db: Db, host: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const now = new Date()
    const author = authorOf(0, 0)
    const { numInsertedOrUpdatedRows: fresh } = await trx
      .insertInto('setting')
      .values({ scope: 'demo', key: 'externalCall', value: 'true' })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    const calls = callsOf(host)
    if (fresh === 1n) {
      await trx
        .insertInto('external_call')
        .values(
          calls.map(([number, body]) => ({
            id: demoId('0010', number),
            environment_id: demoEnvironmentIds.harbor,
            name: body.name,
            version: 1,
            body: JSON.stringify(body),
            secrets: '{}',
            created_at: publishedAt(now, number),
            updated_by: author.id,
            updated_by_name: author.name,
            updated_at: publishedAt(now, number),
          })),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await publishRule(trx, now)
    }
    for (const [number] of calls) {
      const id = demoId('0010', number)
      const call = await trx.selectFrom('external_call').select('body').where('id', '=', id).executeTakeFirst()
      const body = call?.body as ExternalCallBody | undefined
      if (body === undefined || !sampleAddress.test(body.url)) continue
      await trx
        .updateTable('external_call')
        .set({ body: JSON.stringify({ ...body, url: body.url.replace(sampleAddress, `http://${host}/`) }) })
        .where('id', '=', id)
        .execute()
    }
  })
}
