import { queueSettingsSchema } from '../../../contract/cases/queue-entities.ts'
import { defaultCaseConfiguration, type RuleBody } from '../../../contract/index.ts'
import { writeConfiguration } from '../../../features/cases/store/settings-store.ts'
import { velocityNames } from '../../../features/velocities/velocity-set-definition.ts'
import { demoEnvironmentIds, demoId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import {
  challengeAction,
  functions,
  queues,
  reviewerCapacities,
  reviewerGroups,
  routingRules,
  savedViews,
  templates,
  velocitySets,
} from './building-blocks.ts'
import { authorOf, demoAccount, publishedAt } from './demo-authors.ts'

const { harbor } = demoEnvironmentIds

/** What every published resource has: who published it, and when. */
function publication(setUp: Date, number: number) {
  const author = authorOf(0, number)
  return {
    environment_id: harbor,
    version: 1,
    status: 'active' as const,
    published_by: author.id,
    published_by_name: author.name,
    published_at: publishedAt(setUp, number),
  }
}

async function publishResources(
  db: Db,
  table: 'velocity_set' | 'function',
  bodies: readonly { name: string }[],
  setUp: Date,
  first: number,
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, body] of bodies.entries()) {
    const id = demoId('0010', first + index)
    const row = { ...publication(setUp, first + index), name: body.name, body: JSON.stringify(body) }
    await db
      .insertInto(table)
      .values({ ...row, id })
      .execute()
    await db
      .insertInto(`${table}_version`)
      .values({ ...row, resource_id: id })
      .execute()
    ids.push(id)
  }
  return ids
}

async function publishRoutingRules(db: Db, setUp: Date, bodies: readonly RuleBody[]): Promise<void> {
  for (const [index, body] of bodies.entries()) {
    const id = demoId('0010', 32 + index)
    const row = {
      ...publication(setUp, 32 + index),
      event_type: 'purchase',
      type: 'routing' as const,
      name: body.name,
      body: JSON.stringify(body),
    }
    await db
      .insertInto('rule')
      .values({ ...row, id, position: index + 1 })
      .execute()
    await db
      .insertInto('rule_version')
      .values({ ...row, rule_id: id })
      .execute()
  }
}

/** Routing rules of the root apply to the shops below it, each with queues of its own. */
const queueEnvironments = [harbor, demoEnvironmentIds.harborEu, demoEnvironmentIds.harborUs]

/** Id of a group of reviewers of an environment. */
const groupId = (place: number, group: string): string =>
  demoId('0012', place * 16 + reviewerGroups.findIndex(({ name }) => name === group) + 1)

/**
 * Writes velocity sets, functions, queues with their reviewers, the challenge of customers, routing rules, templates and saved views of the first tenant, once: what a user
 * deleted does not return.
 */
export async function seedBuildingBlocks(db: Db, setUp: Date): Promise<void> {
  await db.transaction().execute(async trx => {
    const { numInsertedOrUpdatedRows: fresh } = await trx
      .insertInto('setting')
      .values({ scope: 'demo', key: 'buildingBlocks', value: 'true' })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (fresh !== 1n) return
    const sets = await publishResources(trx, 'velocity_set', velocitySets, setUp, 1)
    let velocity = 64
    await trx
      .insertInto('velocity')
      .values(
        velocitySets.flatMap((set, index) =>
          velocityNames(set).map(name => ({
            environment_id: harbor,
            name: name.toLowerCase(),
            id: demoId('0010', velocity++),
            set_id: sets[index] ?? '',
          })),
        ),
      )
      .execute()
    await publishResources(trx, 'function', functions, setUp, 16)
    await trx
      .insertInto('reviewer_group')
      .values(
        queueEnvironments.flatMap((environmentId, place) =>
          reviewerGroups.map(({ name, members }) => ({
            id: groupId(place, name),
            environment_id: environmentId,
            name,
            members: [...members],
            updated_by_name: authorOf(0, 0).name,
            updated_at: setUp,
          })),
        ),
      )
      .execute()
    await trx
      .insertInto('reviewer_profile')
      .values(
        queueEnvironments.flatMap(environmentId =>
          reviewerCapacities.map(({ userId, openCases }) => ({
            environment_id: environmentId,
            user_id: userId,
            open_cases: openCases,
            skills: '{}',
            updated_at: setUp,
          })),
        ),
      )
      .execute()
    await trx
      .insertInto('case_queue')
      .values(
        queueEnvironments.flatMap((environmentId, place) =>
          queues.map(({ groups = [], ...settings }, index) => ({
            id: demoId('0011', place * 16 + index + 1),
            environment_id: environmentId,
            event_type: 'purchase',
            kind: 'User' as const,
            name: settings.name,
            settings: JSON.stringify(
              queueSettingsSchema.parse({ ...settings, assignedGroups: groups.map(name => groupId(place, name)) }),
            ),
            created_by_name: authorOf(0, 0).name,
            created_at: setUp,
            updated_by_name: authorOf(0, 0).name,
            updated_at: setUp,
          })),
        ),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await publishRoutingRules(trx, setUp, routingRules)
    // The call is published with the sample service that it asks.
    await writeConfiguration(trx, harbor, 'purchase', {
      version: 1,
      configuration: { ...defaultCaseConfiguration, challengeAction },
    })
    for (const [index, { body, ...template }] of templates.entries()) {
      const author = authorOf(0, index)
      await trx
        .insertInto('template')
        .values({
          ...template,
          id: demoId('0010', 48 + index),
          environment_id: harbor,
          kind: 'rule',
          source: body.name,
          version: 1,
          content: JSON.stringify({
            assessment: { key: 'purchase', name: 'Purchase', kind: 'builtIn' },
            type: 'decision',
            body,
          }),
          created_by: author.id,
          created_by_name: author.name,
          created_at: publishedAt(setUp, 48 + index),
        })
        .execute()
    }
    const analyst = demoAccount(0, 'senior-analyst')
    for (const [index, { name, query }] of savedViews.entries())
      await trx
        .insertInto('saved_view')
        .values({
          id: demoId('0010', 80 + index),
          environment_id: harbor,
          area: 'search',
          owner_id: analyst.id,
          owner_name: analyst.name,
          name,
          shared: true,
          state: JSON.stringify({ query, columns: null }),
          version: 1,
          updated_at: publishedAt(setUp, 80 + index),
        })
        .execute()
  })
}
