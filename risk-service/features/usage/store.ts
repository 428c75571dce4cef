import type { Db } from '../../ports/database.ts'

/** Loads the columns of the lists of an environment, for a check of texts. */
export function loadListColumns(db: Db, environmentId: string) {
  return db
    .selectFrom('list')
    .select(['id', 'name', 'columns', 'source'])
    .where('environment_id', '=', environmentId)
    .orderBy('name')
    .execute()
}

/** Loads the published rules of an environment with their texts, of every branch. */
export async function loadPublishedRuleBodies(db: Db, environmentId: string) {
  return db
    .selectFrom('rule')
    .innerJoin('environment', 'environment.id', 'rule.environment_id')
    .select([
      'rule.id',
      'rule.name',
      'rule.type',
      'rule.event_type',
      'rule.branch',
      'rule.body',
      'environment.name as environment',
    ])
    .where('rule.environment_id', '=', environmentId)
    .orderBy('rule.name')
    .execute()
}
/** Loads the published velocity sets and functions of an environment, which may read its lists, too. */
export async function loadPublishedResourceBodies(db: Db, environmentId: string) {
  const rows = await Promise.all(
    (['velocity_set', 'function'] as const).map(async table => ({
      table,
      rows: await db
        .selectFrom(table as 'velocity_set')
        .innerJoin('environment', 'environment.id', `${table as 'velocity_set'}.environment_id`)
        .select([
          `${table as 'velocity_set'}.id as id`,
          `${table as 'velocity_set'}.name as name`,
          'body',
          'environment.name as environment',
        ])
        .where('environment_id', '=', environmentId)
        .orderBy(`${table as 'velocity_set'}.name`)
        .execute(),
    })),
  )
  return rows.flatMap(each =>
    each.rows.map(row => ({
      ...row,
      resource: each.table === 'function' ? ('function' as const) : ('velocity' as const),
    })),
  )
}
