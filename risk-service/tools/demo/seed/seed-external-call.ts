import type { ExternalCallBody } from '../../../contract/external-calls/external-call-inputs.ts'
import { demoEnvironmentIds, demoId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { authorOf, publishedAt } from './demo-authors.ts'
import { networkReputation } from './rules/harbor-rules.ts'

const callId = demoId('0010', 112)
const ruleId = demoId('0010', 113)
/** An address that this function wrote. */
const sampleAddress = /^http:\/\/127\.0\.0\.1:\d+\//

const bodyOf = (host: string): ExternalCallBody => ({
  name: 'IpReputation',
  description: 'Reputation of an IP address, from the sample service of the demo.',
  parameters: [{ name: 'ip', sample: '78.56.10.10' }],
  configurations: [],
  method: 'GET',
  url: `http://${host}/reputation?ip={parameter.ip}`,
  headers: [],
  requestBody: null,
  authentication: { method: 'anonymous' },
  keepAliveUrl: null,
  sampleResponse: { ip: '78.56.10.10', score: 12, proxy: false },
  timeoutMs: 500,
  defaultResponse: { ip: '', score: 0, proxy: false },
})

/** Publishes the rule that makes the call, ahead of all others: those of the demo may not be there yet. */
async function publishRule(db: Db, now: Date): Promise<void> {
  const environmentId = demoEnvironmentIds.harbor
  const author = authorOf(0, 113)
  const common = {
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
    .where('event_type', '=', common.event_type)
    .execute()
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('rule')
    .values({ ...common, id: ruleId, position: 1 })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (added === 1n)
    await db
      .insertInto('rule_version')
      .values({ ...common, rule_id: ruleId })
      .execute()
}

/**
 * Writes the external call of the first tenant and the rule that makes it once, with the address at which the sample service listens since this
 * start. A call that a user deleted does not return, and one that was pointed elsewhere stays there.
 */
export async function seedExternalCall(db: Db, host: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const now = new Date()
    const author = authorOf(0, 0)
    const { numInsertedOrUpdatedRows: fresh } = await trx
      .insertInto('setting')
      .values({ scope: 'demo', key: 'externalCall', value: 'true' })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (fresh === 1n) {
      await trx
        .insertInto('external_call')
        .values({
          id: callId,
          environment_id: demoEnvironmentIds.harbor,
          name: 'IpReputation',
          version: 1,
          body: JSON.stringify(bodyOf(host)),
          secrets: '{}',
          created_at: publishedAt(now, 112),
          updated_by: author.id,
          updated_by_name: author.name,
          updated_at: publishedAt(now, 112),
        })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await publishRule(trx, now)
    }
    const call = await trx.selectFrom('external_call').select('body').where('id', '=', callId).executeTakeFirst()
    const body = call?.body as ExternalCallBody | undefined
    if (body === undefined || !sampleAddress.test(body.url)) return
    await trx
      .updateTable('external_call')
      .set({ body: JSON.stringify({ ...body, url: body.url.replace(sampleAddress, `http://${host}/`) }) })
      .where('id', '=', callId)
      .execute()
  })
}
