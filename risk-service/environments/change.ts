import { recordAudit } from '../audit/record.ts'
import type { EnvironmentStatus } from '../contract/environment-rules.ts'
import type { EnvironmentChanges } from '../contract/environments.ts'
import { Conflict, Missing } from '../session/refusals.ts'
import { displayNameOf, type EnvironmentEditor, requireFree } from './create.ts'
import { environmentsOf, hasChildren, lockTenant, removeAccess } from './store.ts'
import { changeStatus, invalidTransition, requireTransition } from './transitions.ts'
import type { EnvironmentRow } from './tree.ts'

/** Changes what a person says about an environment. What is not named stays; what changes nothing writes nothing. */
export async function updateEnvironment(
  editor: EnvironmentEditor,
  id: string,
  changes: EnvironmentChanges,
): Promise<void> {
  const {
    ports,
    principal: { tenantId },
  } = editor
  await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const rows = await environmentsOf(trx, tenantId)
    const row = required(rows, id)
    if (row.status !== 'Active')
      throw new Conflict(`The environment ${row.name} is not active.`, { reason: 'environment.notActive' })
    const before = described(row)
    const after = wantedOf(row, changes)
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (after.name !== before.name) requireFree(rows, { id, name: after.name }, 'own')
    await trx
      .updateTable('environment')
      .set({ name: after.name, friendly_name: after.friendlyName, description: after.description, tags: after.tags })
      .where('id', '=', id)
      .execute()
    const renamed =
      after.name !== before.name &&
      JSON.stringify({ ...after, name: '', friendlyName: '' }) ===
        JSON.stringify({ ...before, name: '', friendlyName: '' })
    await recordAudit(trx, editor, {
      id: ports.newId(),
      at: ports.clock(),
      environmentId: id,
      resource: { type: 'Environment', id, name: after.name },
      operation: renamed ? 'Rename' : 'Update',
      before,
      after,
    })
  })
}

const described = (row: EnvironmentRow) => ({
  name: row.name,
  friendlyName: row.friendly_name,
  description: row.description,
  tags: row.tags,
})

function wantedOf(row: EnvironmentRow, changes: EnvironmentChanges) {
  const name = changes.name ?? row.name
  // A display name that only repeated the name goes on doing so.
  const friendlyName = changes.friendlyName ?? (row.friendly_name === row.name ? '' : row.friendly_name)
  return {
    name,
    friendlyName:
      friendlyName === row.friendly_name && row.friendly_name !== row.name
        ? friendlyName
        : displayNameOf(friendlyName, name),
    description: changes.description ?? row.description,
    tags: changes.tags === undefined ? row.tags : [...new Set(changes.tags)],
  }
}

/** Begins the removal; the job ends access and purges. Asking again while it runs changes nothing. */
export async function removeEnvironment(
  editor: EnvironmentEditor,
  id: string,
): Promise<{ id: string; status: EnvironmentStatus }> {
  const {
    ports,
    environments,
    principal: { tenantId },
  } = editor
  const { status, change } = await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const rows = await environmentsOf(trx, tenantId)
    const row = required(rows, id)
    if (row.status === 'SoftDeleting') return { status: 'SoftDeleting' as const, change: null }
    const to: EnvironmentStatus = row.status === 'CreateFailed' ? 'Deleting' : 'SoftDeleting'
    requireTransition(row.name, row.status, to)
    if (await hasChildren(trx, id))
      throw new Conflict('Delete the child environments first.', { reason: 'environment.hasChildren' })
    if (![...rows.values()].some(each => each.id !== id && each.status !== 'SoftDeleting')) {
      throw new Conflict('A tenant needs at least one environment.', { reason: 'environment.lastOfTenant' })
    }
    if (to === 'Deleting') await removeAccess(trx, row)
    return { status: to, change: await changeStatus(trx, ports, editor, row, to, { operation: 'Delete' }) }
  })
  if (change) environments.onEnvironmentChange(change)
  environments.wake()
  return { id, status }
}

/** Creates an environment that failed once more, under its id. */
export async function retryEnvironment(editor: EnvironmentEditor, id: string): Promise<void> {
  const {
    ports,
    environments,
    principal: { tenantId },
  } = editor
  const change = await ports.db.transaction().execute(async trx => {
    await lockTenant(trx, tenantId)
    const row = required(await environmentsOf(trx, tenantId), id)
    // Creating follows on New as well, but that step is the job's.
    if (row.status === 'New') throw invalidTransition(row.name, row.status, 'Creating')
    return changeStatus(trx, ports, editor, row, 'Creating')
  })
  environments.onEnvironmentChange(change)
  environments.wake()
}

function required(rows: ReadonlyMap<string, EnvironmentRow>, id: string): EnvironmentRow {
  const row = rows.get(id)
  if (!row) throw new Missing('This environment does not exist.')
  return row
}
