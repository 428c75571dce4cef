import { sql } from 'kysely'
import { caseManagerRoles } from '../../contract/cases/case-definitions.ts'
import { allows, type RoleId } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { type AccessSubject, type EnvironmentNodes, levelIn, rolesIn } from './authorize.ts'

const isManager = (roles: readonly RoleId[]): boolean =>
  roles.some(role => (caseManagerRoles as readonly string[]).includes(role))

/**
 * Returns the queues of these environments that are open to their own people alone and not to this person: what is known
 * of their cases must not be found either, by a search, a count, an order or an export.
 */
export async function loadHiddenQueues(
  db: Db,
  person: AccessSubject & { id: string },
  environmentIds: readonly string[],
  environments: EnvironmentNodes,
): Promise<string[]> {
  const ids = person.preview === undefined ? [person.id] : [person.id, person.preview.subjectId ?? '']
  const { rows } = await sql<{ id: string; environment_id: string; own: boolean }>`
    select q.id, q.environment_id, (select bool_and(q.settings -> 'supervisors' ? p.id
      or q.settings -> 'assignedUsers' ? p.id
      or exists (select from reviewer_group g where g.environment_id = q.environment_id
        and q.settings -> 'assignedGroups' ? g.id::text and p.id = any(g.members::text[])))
      from unnest(${ids}::text[]) as p(id)) as own
    from case_queue q
    where q.environment_id = any(${environmentIds}::uuid[]) and (q.settings ->> 'restrictToAssignees')::boolean`.execute(
    db,
  )
  return rows
    .filter(
      ({ environment_id: environmentId, own }) =>
        !allows(levelIn(person, environmentId, 'cases.queues', environments), 'read') ||
        !(own || isManager(rolesIn(person, environmentId, environments))),
    )
    .map(({ id }) => id)
}
