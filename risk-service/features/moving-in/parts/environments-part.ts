import { createEnvironmentSchema } from '../../../contract/environments/environment-inputs.ts'
import type { MovedObject } from '../../../contract/moving-in/moving-in.ts'
import { createEnvironment } from '../../environments/create-environment.ts'
import { createMoved, createNote } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { createRefusal, refusalOf } from '../model/refusal-notes.ts'
import { readRecords } from './read-records.ts'

const { name, friendlyName, description, tags, customerApiId } = createEnvironmentSchema.shape
/** `parent`: the name of another environment of the file or below this one; absent: this one. */
const recordSchema = createEnvironmentSchema
  .pick({})
  .extend({ name, friendlyName, description, tags, customerApiId, parent: name.optional() })
  .strict()

/** Creates the environments of a tree below that of the call. One that exists stays as it is. */
export async function moveEnvironments(
  context: MovingContext,
  files: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<MovedObject[]> {
  const { importer, environmentId, environments, may } = context
  const { records, failed } = readRecords('environments.json', files.get('environments.json'), {
    kind: 'environment',
    schema: recordSchema,
    nameOf: record => record.name,
  })
  const byName = new Map([...importer.tree.values()].map(node => [node.name.toLowerCase(), node]))
  const moved: MovedObject[] = []
  for (const { place, value } of records) {
    const found = byName.get(value.name.toLowerCase())
    const parent =
      value.parent === undefined ? importer.tree.get(environmentId) : byName.get(value.parent.toLowerCase())
    const isBelow = parent !== undefined && isInside(context, parent.id)
    const add = (more: Parameters<typeof createMoved>[1]): void => void moved.push(createMoved(place, more))
    if (found !== undefined) {
      const here = found.parentId === parent?.id && isInside(context, found.id)
      add({ notes: here ? [] : [createRefusal('environment.nameInUse', 'This name is already in use.')] })
    } else if (!may('environments.child.manage')) add({ notes: [createNote('noRight')] })
    else if (!isBelow && records.some(each => each.value.name.toLowerCase() === value.parent?.toLowerCase()))
      add({ notes: [createNote('parentPending', { parent: value.parent ?? '' })] })
    else if (!isBelow)
      add({
        notes: [
          createRefusal('environment.noParent', `There is no environment ${value.parent ?? ''} below this one.`, {
            name: value.parent ?? '',
          }),
        ],
      })
    else if (parent.status !== 'Active') add({ notes: [createNote('parentPending', { parent: parent.name })] })
    else {
      const { parent: _parent, ...settings } = value
      const requested = { ...settings, parentId: parent.id, withSandbox: false, applicationId: null }
      const fault = dryRun ? null : await refusalOf(createEnvironment({ ...importer, environments }, requested))
      add(fault === null ? { action: 'create' } : { notes: [fault] })
    }
  }
  return [...moved, ...failed]
}

/** Whether an environment is that of the call or below it. */
function isInside({ importer: { tree }, environmentId }: MovingContext, id: string): boolean {
  const seen = new Set<string>()
  for (let at = tree.get(id); at !== undefined && !seen.has(at.id); at = tree.get(at.parentId ?? '')) {
    if (at.id === environmentId) return true
    seen.add(at.id)
  }
  return false
}
