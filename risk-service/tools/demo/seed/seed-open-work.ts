import type { Engine } from '../../../engine/index.ts'
import { advanceCases } from '../../../features/cases/clock/advance-cases.ts'
import { escalate, hold } from '../../../features/cases/work/actions.ts'
import { setTags } from '../../../features/cases/work/annotations.ts'
import type { CaseCall } from '../../../features/cases/work/case-call.ts'
import { lockCaseFor } from '../../../features/cases/work/locks.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { type DemoAccount, demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { createLiveHub } from '../../../kernel/live/live-hub.ts'
import { noMasking } from '../../../kernel/personal-data/masking.ts'
import type { Db } from '../../../ports/database.ts'
import { hour } from '../history/orders.ts'
import { demoAccount } from './demo-authors.ts'

/**
 * Has people of the demo work on some of the cases that wait: two are on hold, two are escalated, one has tags, so that
 * every view of a queue has something to show. The others wait for whoever tries the product.
 */
export async function seedOpenWork(db: Db, engine: Pick<Engine, 'assessment'>, now: Date): Promise<void> {
  const tree = await loadEnvironmentTree(db, harborId)
  const environmentId = demoEnvironmentIds.harborEu
  const callOf = ({ id, name, username, role }: DemoAccount): CaseCall => ({
    ports: { db, clock: () => now, newId: () => crypto.randomUUID(), log: { write: () => undefined } },
    db,
    engine: engine as CaseCall['engine'],
    live: createLiveHub({ epoch: 'demo' }),
    principal: { tenantId: harborId, id, name, username, wids: [], assignments: [] },
    actorRoles: role === null ? [] : [role],
    tree,
    correlationId: crypto.randomUUID(),
    scope: [environmentId],
    masking: noMasking,
  })
  const analyst = callOf(demoAccount(0, 'analyst'))
  const senior = callOf(demoAccount(0, 'senior-analyst'))
  await advanceCases(analyst, [environmentId])
  const rows = await db
    .selectFrom('review_case')
    .innerJoin('case_queue', 'case_queue.id', 'review_case.queue_id')
    .select(['review_case.external_id', 'review_case.event_type'])
    .where('review_case.environment_id', '=', environmentId)
    .where('case_queue.name', '=', 'Gift cards')
    .where('state', '=', 'Pending')
    .orderBy('rank', 'desc')
    .limit(4)
    .execute()
  const until = (hours: number): string => new Date(now.getTime() + hours * hour).toISOString()
  for (const [index, { external_id: id, event_type: eventType }] of rows.entries()) {
    const key = { environmentId, eventType, id }
    const { lease_token, version } = await lockCaseFor(index < 2 ? senior : analyst, key)
    const leaseToken = lease_token ?? ''
    if (index === 0)
      await hold(senior, key, { leaseToken, until: until(20), reason: 'Waits for the answer of the bank' })
    else if (index === 1) await hold(senior, key, { leaseToken, until: until(44), reason: 'The customer calls back' })
    else {
      if (index === 2) await setTags(analyst, key, { tags: ['ring', 'gift cards'], baseVersion: version })
      await escalate(analyst, key, { leaseToken, reason: 'Several new accounts order the same cards' })
    }
  }
}
