import { z } from 'zod'
import { type RoleId, roleIds, roleNames } from '../../../contract/index.ts'
import type { MovedObject } from '../../../contract/moving-in/moving-in.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import { createMoved, createNote } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { readRecords } from './read-records.ts'

const recordSchema = z.strictObject({
  username: z.string().trim().min(1).max(320),
  /** Ids of roles, or their names. */
  roles: z.array(z.string().trim().max(100)).min(1).max(50),
})

/**
 * Compares the users of `users.json` with those of the tenant. A user exists with the first sign-in, and roles are
 * assigned outside of the console: what is missing is a task of an administrator.
 */
export async function moveUsers(
  { importer, environmentId, may }: MovingContext,
  files: ReadonlyMap<string, string>,
): Promise<MovedObject[]> {
  const { records, failed } = readRecords('users.json', files.get('users.json'), {
    kind: 'user',
    schema: recordSchema,
    nameOf: ({ username }) => username,
  })
  if (records.length === 0) return failed
  const { tenantId } = importer.principal
  const users = await importer.ports.db
    .selectFrom('principal')
    .select(['id', 'username'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'user')
    .execute()
  const assigned = Map.groupBy(
    await importer.ports.db
      .selectFrom('role_assignment')
      .select(['principal_id', 'role', 'environment_id as environmentId'])
      .where('tenant_id', '=', tenantId)
      .execute(),
    row => row.principal_id,
  )
  const byName = new Map(users.map(({ id, username }) => [username.toLowerCase(), id]))
  return [
    ...records.map(({ place, value }) => {
      if (!may('settings.access.users')) return createMoved(place, { notes: [createNote('noRight')] })
      const roles = value.roles.map(name => ({ name, role: roleOf(name) }))
      const wrong = roles.filter(({ role }) => role === null)
      if (wrong.length > 0)
        return createMoved(place, {
          notes: [createNote('unknownRole', { roles: wrong.map(({ name }) => name).join(', ') })],
        })
      const requested = roles.flatMap(({ role }) => role ?? [])
      const names = (missing: readonly RoleId[]) => missing.map(role => roleNames[role].displayName).join(', ')
      const id = byName.get(value.username.toLowerCase())
      if (id === undefined) return createMoved(place, { notes: [createNote('noUser', { roles: names(requested) })] })
      const has = rolesIn(
        {
          wids: [],
          assignments: (assigned.get(id) ?? []).map(({ role, environmentId: at }) => ({
            role: role as RoleId,
            environmentId: at,
          })),
        },
        environmentId,
        importer.tree,
      )
      const missing = requested.filter(role => !has.includes(role))
      return createMoved(place, {
        notes: missing.length === 0 ? [] : [createNote('noRole', { roles: names(missing) })],
      })
    }),
    ...failed,
  ]
}

/** Returns the role of an id, of a name, or of the name that sandbox environments have for it. */
function roleOf(name: string): RoleId | null {
  const key = name.toLowerCase()
  return (
    roleIds.find(role =>
      [role, roleNames[role].displayName, roleNames[role].sandboxName].some(each => each?.toLowerCase() === key),
    ) ?? null
  )
}
