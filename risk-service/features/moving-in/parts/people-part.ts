import { z } from 'zod'
import {
  allows,
  effectiveLevel,
  type RoleFamily,
  type RoleId,
  roleNameIn,
  roleNames,
  rolesOfFamily,
} from '../../../contract/index.ts'
import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { type AddedPerson, addPeople } from '../../access/change/add-people.ts'
import { loadRoleFamily } from '../../access/model/access-call.ts'
import { createMoved, createNote, type ObjectPlace } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { readRecords } from './read-records.ts'

const recordSchema = z.strictObject({
  username: z.string().trim().min(1).max(320),
  /** Ids of roles, or their names. */
  roles: z.array(z.string().trim().max(100)).min(1).max(50),
})

interface PeoplePart {
  objects: MovedObject[]
  /** Users here who may review cases once the roles are theirs, by their folded names. */
  reviewers: ReadonlyMap<string, string>
}

/** A record whose roles exist, with those that nobody can have here. */
interface ReadPerson {
  place: ObjectPlace
  username: string
  roles: RoleId[]
  notes: MoveNote[]
}

/**
 * Gives the users of `users.json` their roles in the environment, and invites those who are not here. Nobody loses a
 * role, and nobody gets one that the caller may not assign.
 */
export async function moveUsers(
  { access, may }: MovingContext,
  files: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<PeoplePart> {
  const { records, failed } = readRecords('users.json', files.get('users.json'), {
    kind: 'user',
    schema: recordSchema,
    nameOf: ({ username }) => username,
  })
  if (records.length === 0) return { objects: failed, reviewers: new Map() }
  if (!may('settings.access.users'))
    return {
      objects: [...records.map(({ place }) => createMoved(place, { notes: [createNote('noRight')] })), ...failed],
      reviewers: new Map(),
    }
  const kind = access.tree.get(access.environmentId)?.kind ?? 'production'
  const family = await loadRoleFamily(access)
  const unknown: MovedObject[] = []
  const people: ReadPerson[] = []
  for (const { place, value } of records) {
    const { faulty, ...read } = readRoles(value.roles, { kind, family })
    if (faulty.length > 0)
      unknown.push(createMoved(place, { notes: [createNote('unknownRole', { roles: faulty.join(', ') })] }))
    else people.push({ place, username: value.username, ...read })
  }
  const added = await addPeople(access, people, { dryRun })
  const named = (roles: readonly RoleId[]) => roles.map(role => roleNameIn(role, kind)).join(', ')
  const reviewers = new Map<string, string>()
  const moved = people.map(({ place, username, notes }, index) => {
    const person = added[index]
    if (person === undefined) throw new Error('A person has no result.')
    if (
      person.id !== null &&
      person.status === 'known' &&
      allows(effectiveLevel(person.added, 'cases.review'), 'write')
    )
      reviewers.set(username.toLowerCase(), person.id)
    return createMoved(place, { action: actionOf(person), notes: [...notes, ...notesOf(person, named)] })
  })
  return { objects: [...moved, ...unknown, ...failed], reviewers }
}

function actionOf({ status, added }: AddedPerson): MovedObject['action'] {
  if (added.length === 0) return 'none'
  return status === 'new' ? 'create' : 'change'
}

/** What is left to do for a person: the same in a preview, after it, and in a repeat. */
function notesOf({ status, missing, added }: AddedPerson, named: (roles: readonly RoleId[]) => string): MoveNote[] {
  if (status === 'unknown') return [createNote('noUser', { roles: named(missing) })]
  const refused = missing.filter(role => !added.includes(role))
  // Nobody was invited for roles that the caller may not assign.
  const isInvited = status === 'invited' || ((status === 'new' || status === 'expired') && added.length > 0)
  return [
    ...(refused.length > 0 ? [createNote('notAssignable', { roles: named(refused) })] : []),
    ...(isInvited ? [createNote('invited')] : []),
  ]
}

/**
 * Divides names of roles: those that exist here, with notes on those that nobody can have in this environment, and
 * those that exist nowhere.
 */
function readRoles(
  names: readonly string[],
  { kind, family }: { kind: 'production' | 'sandbox'; family: RoleFamily },
): Pick<ReadPerson, 'roles' | 'notes'> & { faulty: string[] } {
  const roles = new Set<RoleId>()
  const left = { otherFamily: new Set<string>(), sandboxRole: new Set<string>() }
  const faulty: string[] = []
  for (const name of names) {
    const role = roleOf(name)
    if (role === null) faulty.push(name)
    else if (!rolesOfFamily(family).includes(role)) left.otherFamily.add(name)
    // It gave nothing in production: nobody gets more than they had.
    else if (kind === 'production' && isSandboxName(name, role)) left.sandboxRole.add(name)
    else roles.add(role)
  }
  const notes = (['otherFamily', 'sandboxRole'] as const).flatMap(code =>
    left[code].size === 0 ? [] : [createNote(code, { roles: [...left[code]].join(', ') })],
  )
  if (roles.has('ProductAdmin')) notes.push(createNote('wholeTenant'))
  return { roles: [...roles], notes, faulty }
}

const isSame = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

const isSandboxName = (name: string, role: RoleId): boolean =>
  isSame(roleNames[role].sandboxName, name) && !isSame(roleNames[role].displayName, name)

/** Roles of the console; those of applications are no roles of users. */
const consoleRoles = [...new Set([...rolesOfFamily('standard'), ...rolesOfFamily('psp')])]

/** Returns the role of an id, of a name, or of the name that sandbox environments have for it. */
function roleOf(name: string): RoleId | null {
  return (
    consoleRoles.find(role =>
      [role, roleNames[role].displayName, roleNames[role].sandboxName].some(each => isSame(each, name)),
    ) ?? null
  )
}
