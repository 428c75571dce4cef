import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import {
  configurationKinds,
  type MovedKind,
  type MoveNoteCode,
  movedKinds,
  moveNoteStates,
  moveStates,
} from '../../../contract/moving-in/moving-in-definitions.ts'
import { byName, nameOf } from '../../configuration/files/file-names.ts'

/** An object of a source: its path without the ending, which names it in every run. */
export type ObjectPlace = Pick<MovedObject, 'key' | 'kind' | 'name' | 'area'>

export const createNote = (
  code: MoveNoteCode,
  params: MoveNote['params'] = {},
  diagnostic: MoveNote['diagnostic'] = null,
): MoveNote => ({ code, params, diagnostic })

/** Returns an object in the worst state of its notes, each of which it has once. */
export function createMoved(
  place: ObjectPlace,
  { action = 'none', notes = [], text = null }: Partial<Pick<MovedObject, 'action' | 'notes' | 'text'>>,
): MovedObject {
  const own = [...new Map(notes.map(note => [JSON.stringify(note), note])).values()]
  const rank = Math.max(0, ...own.map(({ code }) => moveStates.indexOf(moveNoteStates[code])))
  const { key, kind, name, area } = place
  return { key, kind, name, area, state: moveStates[rank] ?? 'same', action, notes: own, text }
}

/** Returns the objects by kind, and those of one by their key. */
export const inOrder = (objects: readonly MovedObject[]): MovedObject[] =>
  objects.toSorted(
    (a, b) => movedKinds.indexOf(a.kind) - movedKinds.indexOf(b.kind) || byName(a.area, b.area) || byName(a.key, b.key),
  )

const folderKinds: Readonly<Record<string, MovedKind>> = {
  velocities: 'velocitySet',
  functions: 'function',
  'external-calls': 'externalCall',
  'external-assessments': 'externalAssessment',
  queues: 'queue',
}
const listKinds: Readonly<Record<string, MovedKind>> = {
  custom: 'customList',
  databases: 'databaseList',
  support: 'supportList',
}
const withoutEnding = (name: string): string => name.replace(/\.(?:fql|json|csv|txt)$/i, '')

/** Returns the object that a file belongs to. Files of environments, users and applications have several. */
export function placeOfFile(path: string): ObjectPlace {
  const [folder = '', second = '', third] = path.split('/')
  const create = (kind: MovedKind, depth: number, area = ''): ObjectPlace => {
    const parts = path.split('/')
    const own = parts.slice(0, depth).join('/')
    // The folder of an object has no ending.
    const key = parts.length === depth ? withoutEnding(own) : own
    return { key, kind, name: nameOf(key.split('/').at(-1) ?? key), area }
  }
  if (folder === 'rules' && third === 'order.txt') return { ...create('order', 3, second), name: second }
  if (folder === 'rules' && third !== undefined)
    return create(second === 'routing' ? 'routingRule' : 'rule', 3, second === 'routing' ? '' : second)
  const listKind = folder === 'lists' && third !== undefined ? listKinds[second] : undefined
  if (listKind !== undefined) return create(listKind, 3)
  const kind = second === '' ? undefined : folderKinds[folder]
  if (kind !== undefined) return create(kind, 2)
  if (path === 'settings.json') return create('settings', 1)
  return { key: path, kind: 'file', name: path, area: '' }
}

/** Whether a folder of a configuration has objects of a kind; the others are this feature's own. */
export const isOfConfiguration = (kind: MovedKind): boolean => configurationKinds.some(each => each === kind)
