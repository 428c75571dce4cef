import { insertDefaultRules } from '../../../features/rules/defaults/default-rules.ts'
import { demoTenants } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { publishedRules } from './rules/published-rules.ts'

const ruleId = (number: number) => `a55a0005-0000-4000-8000-${(256 + number).toString(16).padStart(12, '0')}`

/**
 * Publishes the demo's rules, those of purchases ahead of the score bands. Idempotent: an existing rule, or one whose
 * name is taken, stays unchanged, even if a user edited it.
 */
export async function seedRules(db: Db): Promise<void> {
  await db.transaction().execute(async trx => {
    let number = 0
    for (const { environmentId, eventType = 'purchase', by, bodies } of publishedRules) {
      const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
      if (!author) throw new Error(`There is no demo account ${by.username}.`)
      const first = number
      const existing = await trx
        .selectFrom('rule')
        .select('id')
        .where(
          'id',
          'in',
          bodies.map((_, index) => ruleId(first + index)),
        )
        .execute()
      number += bodies.length
      if (existing.length > 0) continue
      await trx
        .updateTable('rule')
        .set(update => ({ position: update('position', '+', bodies.length) }))
        .where('environment_id', '=', environmentId)
        .where('event_type', '=', eventType)
        .execute()
      for (const [index, body] of bodies.entries()) {
        const common = {
          environment_id: environmentId,
          name: body.name,
          status: 'active' as const,
          version: 1,
          body: JSON.stringify(body),
          published_by: author.id,
          published_by_name: author.name,
        }
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('rule')
          .values({ ...common, id: ruleId(first + index), event_type: eventType, position: index + 1 })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        if (added === 1n)
          await trx
            .insertInto('rule_version')
            .values({ ...common, event_type: eventType, rule_id: ruleId(first + index) })
            .execute()
      }
    }
  })
  let made = 1000
  for (const { environmentId, by } of publishedRules.slice(0, 4)) {
    const author = demoTenants[by.tenant]?.accounts.find(({ username }) => username === by.username)
    if (author)
      await insertDefaultRules(db, { clock: () => new Date(), newId: () => ruleId(made++) }, author, environmentId)
  }
}
