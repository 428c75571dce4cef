import type { Kysely } from 'kysely'
import { levelIn } from '../access/authorize.ts'
import { type AuditEntry, recordAudit } from '../audit/record.ts'
import { type SavedViewRecord, viewLimits } from '../contract/saved-views.ts'
import type { EnvironmentTree } from '../environments/tree.ts'
import type { Ports, Principal } from '../ports.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import {
  defaultViewOf,
  deleteView,
  findView,
  forgetOthersDefault,
  lockPlace,
  type Place,
  putView,
  type StoredView,
  setDefaultView,
  visibleViews,
} from './store.ts'

/** What the handlers know of a call in an environment. */
export interface Call {
  ports: Ports
  db: Kysely<Database>
  principal: Principal
  tree: EnvironmentTree
  actorRoles: string[]
  correlationId: string
}
export interface NewView {
  id: string
  name: string
  shared: boolean
  state: Record<string, unknown>
  baseVersion: number
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()

/** Shared views outlive their makers' interest: who administers search may clear them away. */
function mayRemove({ principal, tree }: Call, view: StoredView): boolean {
  return (
    view.owner_id === principal.id ||
    (view.shared && levelIn(principal, view.environment_id, 'admin.search', tree) === 'write')
  )
}

function describe(call: Call, view: StoredView, defaultId: string | null): SavedViewRecord {
  const { id, name, shared, state, version } = view
  return {
    id,
    name,
    shared,
    state,
    version,
    own: view.owner_id === call.principal.id,
    ownerName: view.owner_name,
    removable: mayRemove(call, view),
    isDefault: id === defaultId,
    updatedAt: view.updated_at.toISOString(),
  }
}

export async function listViews(call: Call, place: Place): Promise<SavedViewRecord[]> {
  const [views, defaultId] = await Promise.all([
    visibleViews(call.db, place, call.principal.id),
    defaultViewOf(call.db, place, call.principal.id),
  ])
  return views.map(view => describe(call, view, defaultId))
}

/** @throws Missing for a view that the caller does not see here */
async function visibleView(
  db: Kysely<Database>,
  { principal }: Call,
  { environmentId, area }: Place,
  id: string,
): Promise<StoredView> {
  const view = await findView(db, id)
  if (
    view?.environment_id !== environmentId ||
    view.area !== area ||
    (!view.shared && view.owner_id !== principal.id)
  ) {
    throw new Missing('There is no such view in this environment.')
  }
  return view
}

/** @throws Conflict, RefusedValue, Missing */
export async function saveView(call: Call, place: Place, wanted: NewView): Promise<SavedViewRecord> {
  const { ports, db, principal } = call
  await db.transaction().execute(async trx => {
    await lockPlace(trx, place)
    const known = await findView(trx, wanted.id)
    if (known) {
      await visibleView(trx, call, place, wanted.id)
      if (known.owner_id !== principal.id)
        throw new Conflict('Only its maker changes a view. Save it under a name of your own.', {
          reason: 'views.notOwn',
        })
      // The answer to an earlier call was lost.
      if (known.version === wanted.baseVersion + 1 && sameContent(known, wanted)) return
    }
    if ((known?.version ?? 0) !== wanted.baseVersion) {
      if (!known) throw new Missing('There is no such view any more.')
      throw new Conflict('The view was changed meanwhile.', {
        reason: 'views.changed',
        currentVersion: known.version,
        changedBy: known.owner_name,
        changedAt: known.updated_at.toISOString(),
      })
    }
    await requirePlaceFor(trx, call, place, wanted)
    const now = ports.clock()
    const { id, name, shared, state } = wanted
    await putView(trx, {
      id,
      name,
      shared,
      state,
      environment_id: place.environmentId,
      area: place.area,
      owner_id: principal.id,
      owner_name: principal.name,
      version: wanted.baseVersion + 1,
      updated_at: now,
    })
    if (known?.shared && !shared) await forgetOthersDefault(trx, id, principal.id)
    await record(
      trx,
      call,
      place,
      { id, name },
      known ? (known.name === name ? 'Update' : 'Rename') : 'Create',
      known,
      wanted,
    )
  })
  const saved = await findView(db, wanted.id)
  if (!saved) throw new Missing('There is no such view any more.')
  return describe(call, saved, await defaultViewOf(db, place, principal.id))
}

function sameContent(known: StoredView, { name, shared, state }: NewView): boolean {
  return (
    known.name === name &&
    known.shared === shared &&
    JSON.stringify(known.state, sorted) === JSON.stringify(state, sorted)
  )
}
/** The database keeps no order of keys. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @throws RefusedValue for a name that the caller could not tell from another, Conflict when there is no room */
async function requirePlaceFor(
  trx: Kysely<Database>,
  { principal }: Call,
  place: Place,
  { id, name, shared }: NewView,
): Promise<void> {
  const others = (await visibleViews(trx, place, principal.id)).filter(view => view.id !== id)
  if (others.some(view => folded(view.name) === folded(name)))
    throw new RefusedValue(['name'], 'A view with this name already exists.')
  const count = others.filter(view => view.shared === shared && (shared || view.owner_id === principal.id)).length
  const most = shared ? viewLimits.shared : viewLimits.own
  if (count >= most)
    throw new Conflict(`At most ${most} views are kept. Delete one first.`, {
      reason: shared ? 'views.sharedLimit' : 'views.limit',
    })
}

/** False when it was gone already. */
export async function removeView(call: Call, place: Place, id: string): Promise<boolean> {
  return call.db.transaction().execute(async trx => {
    await lockPlace(trx, place)
    if (!(await findView(trx, id))) return false
    const view = await visibleView(trx, call, place, id)
    if (!mayRemove(call, view)) throw new Conflict('Only its maker deletes a view.', { reason: 'views.notOwn' })
    await deleteView(trx, id)
    await record(trx, call, place, view, 'Delete', view, null)
    return true
  })
}

/** The view that the caller starts with here; null starts with the list as it comes. */
export async function chooseDefault(call: Call, place: Place, viewId: string | null): Promise<SavedViewRecord[]> {
  await call.db.transaction().execute(async trx => {
    await lockPlace(trx, place)
    if (viewId !== null) await visibleView(trx, call, place, viewId)
    await setDefaultView(trx, place, call.principal.id, viewId)
  })
  return listViews(call, place)
}

/** The log knows that there was a view and who sees it. What was searched for may name persons, and stays out of it. */
async function record(
  trx: Kysely<Database>,
  { ports, principal, actorRoles, correlationId }: Call,
  { environmentId, area }: Place,
  { id, name }: { id: string; name: string },
  operation: AuditEntry['operation'],
  before: { name: string; shared: boolean } | null,
  after: { name: string; shared: boolean } | null,
): Promise<void> {
  const shown = (view: { name: string; shared: boolean } | null) =>
    view ? { area, name: view.name, shared: view.shared } : null
  await recordAudit(
    trx,
    { principal, roles: actorRoles, correlationId },
    {
      id: ports.newId(),
      at: ports.clock(),
      environmentId,
      resource: { type: 'SavedView', id, name },
      operation,
      before: shown(before),
      after: shown(after),
    },
  )
}
