import { type Selectable, sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import { type ReviewerSkills, skillsSchema, type WorkingHours } from '../../../contract/cases/team-entities.ts'
import type { Db } from '../../../ports/database.ts'
import type { ReviewerGroupTable } from '../../../ports/tables/review/review-team.ts'

export type StoredGroup = Selectable<ReviewerGroupTable>

/** Availability, limit and skills of a person in an environment. */
export interface ReviewerProfile {
  away: boolean
  hours: WorkingHours | null
  openCases: number
  skills: ReviewerSkills
}

/** The profile of somebody for whom nothing was set. */
export const newProfile: ReviewerProfile = {
  away: false,
  hours: null,
  openCases: caseLimits.openCases,
  skills: skillsSchema.parse({}),
}

/** Returns the profiles of people in an environment; people without one are absent. */
export async function loadProfiles(
  db: Db,
  environmentId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReviewerProfile>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reviewer_profile')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Map(
    rows.map(row => [
      row.user_id,
      {
        away: row.away,
        hours: row.hours as WorkingHours | null,
        openCases: row.open_cases,
        skills: { ...newProfile.skills, ...(row.skills as Partial<ReviewerSkills>) },
      },
    ]),
  )
}

/** Returns a profile, locked until the transaction ends. */
export async function lockProfile(trx: Db, environmentId: string, userId: string): Promise<ReviewerProfile> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reviewer profile ${environmentId} ${userId}`}, 0))`.execute(
    trx,
  )
  return (await loadProfiles(trx, environmentId, [userId])).get(userId) ?? newProfile
}

export async function putProfile(
  trx: Db,
  environmentId: string,
  userId: string,
  { away, hours, openCases, skills }: ReviewerProfile,
): Promise<void> {
  const values = {
    away,
    hours: hours === null ? null : JSON.stringify(hours),
    open_cases: openCases,
    skills: JSON.stringify(skills),
  }
  await trx
    .insertInto('reviewer_profile')
    .values({ environment_id: environmentId, user_id: userId, ...values })
    .onConflict(conflict =>
      conflict.columns(['environment_id', 'user_id']).doUpdateSet({ ...values, updated_at: sql`now()` }),
    )
    .execute()
}

/** Returns how many open cases of an environment people have: those they review, and those reserved for them. */
export async function countOpenCases(
  db: Db,
  environmentId: string,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const ids = [...userIds]
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*)::int as count from (
      select assignee_id as id from review_case
      where assignee_id = any(${ids}::uuid[]) and state = 'Pending' and environment_id = ${environmentId}::uuid
        and assigned_until > ${now}::timestamptz
      union all
      select lock_owner_id from review_case
      where lock_owner_id = any(${ids}::uuid[]) and state = 'InReview' and environment_id = ${environmentId}::uuid
        and lock_expires_at > ${now}::timestamptz
    ) open group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns the groups of reviewers of environments, by name. */
export function loadGroups(db: Db, ...environmentIds: string[]): Promise<StoredGroup[]> {
  return db
    .selectFrom('reviewer_group')
    .selectAll()
    .where('environment_id', 'in', environmentIds)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** Locks the groups of an environment until the transaction ends, and returns them. */
export async function lockGroups(trx: Db, environmentId: string): Promise<StoredGroup[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reviewer groups ${environmentId}`}, 0))`.execute(trx)
  return loadGroups(trx, environmentId)
}

export async function putGroup(trx: Db, group: StoredGroup): Promise<void> {
  const { name, members, version, updated_by_name, updated_at } = group
  await trx
    .insertInto('reviewer_group')
    .values(group)
    .onConflict(conflict => conflict.column('id').doUpdateSet({ name, members, version, updated_by_name, updated_at }))
    .execute()
}

export async function deleteGroup(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('reviewer_group').where('id', '=', id).execute()
}
