import { insertDefaultRules } from '../../../features/rules/defaults/default-rules.ts'
import type { Db } from '../../../ports/database.ts'
import { authorOf, publishedAt } from './demo-authors.ts'
import { publishedRules } from './rules/published-rules.ts'

const ruleId = (number: number) => `a55a0005-0000-4000-8000-${(256 + number).toString(16).padStart(12, '0')}`

/**
 * Publishes the demo's rules, those of purchases ahead of the score bands. Idempotent: an existing rule, or one whose
 * name is taken, stays unchanged, even if a user edited it.
 */
export async function seedRules(db: Db, setUp: Date): Promise<void> {
  await db.transaction().execute(async trx => {
    let number = 0
    for (const { environmentId, eventType = 'purchase', tenant, bodies } of publishedRules) {
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
        // Production and sandbox alike: the n-th rule is by the same person and of the same day.
        const author = authorOf(tenant, index + eventType.length)
        const common = {
          environment_id: environmentId,
          name: body.name,
          status: 'active' as const,
          version: 1,
          body: JSON.stringify(body),
          published_by: author.id,
          published_by_name: author.name,
          published_at: publishedAt(setUp, index + eventType.length),
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
  for (const { environmentId, tenant } of publishedRules.slice(0, 4))
    await insertDefaultRules(
      db,
      { clock: () => publishedAt(setUp, environmentId.length), newId: () => ruleId(made++) },
      authorOf(tenant, 0),
      environmentId,
    )
}
