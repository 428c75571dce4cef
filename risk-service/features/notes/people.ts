import { sql } from 'kysely'
import {
  allows,
  findMentions,
  logNoteType,
  type MentionablePerson,
  type MentionCandidate,
  noteLimits,
  type RoleId,
} from '../../contract/index.ts'
import { type EnvironmentNodes, levelIn } from '../../kernel/access/authorize.ts'
import type { Db } from '../../ports/database.ts'
import type { StoredMention } from '../../ports/tables/review/notes.ts'

export interface PeopleScope {
  tenantId: string
  environmentId: string
  tree: EnvironmentNodes
  /** What the note is on: an event, or an entry of the activity log. */
  eventType?: string
}

/** Whether a condition on the columns of `principal` is met, for users of the tenant. */
async function findUsers(
  db: Db,
  tenantId: string,
  condition: ReturnType<typeof sql<boolean>>,
  order: ReturnType<typeof sql>,
  limit: number,
): Promise<MentionablePerson[]> {
  const { rows } = await sql<MentionablePerson>`select id as "userId", name, username from principal
    where tenant_id = ${tenantId}::uuid and kind = 'user' and (${condition}) order by ${order}, name, id limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Marks the people who can see events and notes of the environment. Directory roles and groups are known from a user's
 * token alone: who has access by these only counts as without.
 */
async function withAccess(
  db: Db,
  { tenantId, environmentId, tree, eventType }: PeopleScope,
  people: readonly MentionablePerson[],
): Promise<MentionCandidate[]> {
  if (people.length === 0) return []
  const assignments = await db
    .selectFrom('role_assignment')
    .select(['principal_id', 'role', 'environment_id'])
    .where('tenant_id', '=', tenantId)
    .where(
      'principal_id',
      'in',
      people.map(({ userId }) => userId),
    )
    .execute()
  return people.map(person => {
    const subject = {
      wids: [],
      assignments: assignments
        .filter(({ principal_id: id }) => id === person.userId)
        .map(({ role, environment_id: assigned }) => ({ role: role as RoleId, environmentId: assigned })),
    }
    const canRead = (capability: 'notes' | 'search' | 'settings.activitylogs') =>
      allows(levelIn(subject, environmentId, capability, tree), 'read')
    const page = eventType === logNoteType ? 'settings.activitylogs' : 'search'
    return { ...person, hasAccess: canRead('notes') && canRead(page) }
  })
}

/** Candidates are read in this number before those with access come first. */
const candidatesRead = 50

/** Returns other users whose name or user name contains the query, those with access to the environment first. */
export async function findCandidates(
  db: Db,
  scope: PeopleScope & { userId: string },
  query: string,
): Promise<MentionCandidate[]> {
  const text = query.trim().toLowerCase()
  if (text.includes('\u0000')) return []
  const found = await findUsers(
    db,
    scope.tenantId,
    sql<boolean>`id <> ${scope.userId}::uuid and (strpos(lower(name), ${text}) > 0 or strpos(lower(username), ${text}) > 0)`,
    sql`not (starts_with(lower(name), ${text}) or starts_with(lower(username), ${text}))`,
    candidatesRead,
  )
  const people = await withAccess(db, scope, found)
  return people.toSorted((a, b) => Number(b.hasAccess) - Number(a.hasAccess)).slice(0, noteLimits.candidates)
}

/** A text of 4,000 characters has room for no more; the rest of a longer list would mention nobody. */
const maxMentionable = 2000

/** Returns the mentions in a text, with the names of the users and whether they have access to the environment. */
export async function resolveMentions(db: Db, scope: PeopleScope, text: string): Promise<StoredMention[]> {
  if (!text.includes('@')) return []
  const folded = text.toLowerCase()
  const named = await findUsers(
    db,
    scope.tenantId,
    sql<boolean>`strpos(${folded}, '@' || lower(name)) > 0 or strpos(${folded}, '@' || lower(split_part(username, '@', 1))) > 0`,
    sql`id`,
    maxMentionable,
  )
  const people = new Map((await withAccess(db, scope, named)).map(person => [person.userId, person]))
  return findMentions(text, named).flatMap(({ userId, from, to }) => {
    const person = people.get(userId)
    return person ? [{ userId, name: person.name, from, to, hasAccess: person.hasAccess }] : []
  })
}
