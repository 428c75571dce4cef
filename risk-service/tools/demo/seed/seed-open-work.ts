import type { Engine } from '../../../engine/index.ts'
import { advanceCases } from '../../../features/cases/clock/advance-cases.ts'
import type { CaseKey } from '../../../features/cases/store/case-store.ts'
import { escalate, hold, transfer } from '../../../features/cases/work/actions.ts'
import { setTags } from '../../../features/cases/work/annotations.ts'
import type { CaseCall } from '../../../features/cases/work/case-call.ts'
import { requestChallenge } from '../../../features/cases/work/challenges.ts'
import { lockCaseFor } from '../../../features/cases/work/locks.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { type DemoAccount, demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { createLiveHub } from '../../../kernel/live/live-hub.ts'
import { noMasking } from '../../../kernel/personal-data/masking.ts'
import type { Db } from '../../../ports/database.ts'
import { hour } from '../history/orders.ts'
import { identityChecks } from './building-blocks.ts'
import { demoAccount } from './demo-authors.ts'

/** Cases that are moved to the queue that assigns them. */
const identityCases = 3

/** Returns the cases of a queue of the larger shop that come last in its order. */
async function waitingCases(db: Db, queue: string, count: number): Promise<CaseKey[]> {
  const environmentId = demoEnvironmentIds.harborEu
  const rows = await db
    .selectFrom('review_case')
    .innerJoin('case_queue', 'case_queue.id', 'review_case.queue_id')
    .select(['review_case.external_id', 'review_case.event_type'])
    .where('review_case.environment_id', '=', environmentId)
    .where('case_queue.name', '=', queue)
    .where('state', '=', 'Pending')
    .orderBy('rank', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ external_id: id, event_type: eventType }) => ({ environmentId, eventType, id }))
}

/**
 * Has people of the demo work on some of the cases that wait: two are on hold, two are escalated, one has tags, and some
 * are assigned by the service, so that every view of a queue has something to show. The others wait for whoever tries the product.
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
  const until = (hours: number): string => new Date(now.getTime() + hours * hour).toISOString()
  for (const [index, key] of (await waitingCases(db, 'Gift cards', 4)).entries()) {
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
  await seedIdentityChecks(db, callOf(demoAccount(0, 'fraud-manager')), senior)
}

/** Moves some cases to the queue that assigns them by itself. The customer of one has been asked for a challenge. */
async function seedIdentityChecks(db: Db, manager: CaseCall, senior: CaseCall): Promise<void> {
  const environmentId = demoEnvironmentIds.harborEu
  const queue = await db
    .selectFrom('case_queue')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('name', '=', identityChecks)
    .executeTakeFirst()
  // Somebody deleted it.
  if (queue === undefined) return
  const [challenged, ...others] = await waitingCases(db, 'General', identityCases)
  if (challenged === undefined) return
  for (const key of [challenged, ...others])
    await transfer(manager, key, {
      leaseToken: null,
      queueId: queue.id,
      comment: 'The customer has to confirm the order',
    })
  const { lease_token } = await lockCaseFor(senior, challenged)
  await requestChallenge(senior, challenged, {
    leaseToken: lease_token ?? '',
    note: 'Is it the owner of the account?',
    hours: 24,
  })
}
