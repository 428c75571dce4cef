import { allows, effectiveLevel, type RoleId } from '../../../contract/index.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'
import { type StoredCase, type StoredQueue, unlocked } from '../model/case-record.ts'
import { choiceOf, decided } from '../model/decision.ts'
import { findMerchantStatus, writeChanges } from '../store/case-store.ts'
import { loadConfiguration, loadPlaces } from '../store/settings-store.ts'
import { advanceCases, type CaseServices } from './advance-cases.ts'
import { type DeliveryServices, deliverFollowUps } from './deliver-follow-ups.ts'
import { publishCases } from './publish-cases.ts'

/** Milliseconds between two checks of what no time in a case announces. */
const sweepMs = 20_000

/**
 * Creates the work that the service does with cases by itself. `run` is called about every second: it changes what is
 * due and delivers what follows from decisions; every 20 seconds it ends the reviews of people who lost their role, and
 * closes cases that the merchant decided.
 */
export function createCaseClock(services: DeliveryServices): { run: () => Promise<{ again: null }> } {
  let sweptAt = Number.NEGATIVE_INFINITY
  return {
    async run() {
      await advanceCases(services)
      await deliverFollowUps(services)
      if (performance.now() - sweptAt >= sweepMs) {
        sweptAt = performance.now()
        await releaseLostLocks(services)
        await closeDecidedElsewhere(services)
      }
      return { again: null }
    },
  }
}

/** Ends the reviews of people whose stored roles no longer allow them; returns their number. */
export async function releaseLostLocks(services: CaseServices): Promise<number> {
  const { db } = services.ports
  const locked = (await db
    .selectFrom('review_case')
    .selectAll()
    .where('state', '=', 'InReview')
    .where('lock_owner_id', 'is not', null)
    .where('lock_by_directory', '=', false)
    .execute()) as StoredCase[]
  if (locked.length === 0) return 0
  const places = await loadPlaces(db, [...new Set(locked.map(each => each.environment_id))])
  let released = 0
  for (const [tenantId, cases] of Map.groupBy(locked, each => places.get(each.environment_id)?.tenantId ?? '')) {
    const tree = await loadEnvironmentTree(db, tenantId)
    const owners = await loadAssignments(
      db,
      tenantId,
      cases.flatMap(({ lock_owner_id: id }) => (id === null ? [] : [id])),
    )
    const lost = cases.filter(found => {
      const assignments = owners.get(found.lock_owner_id ?? '') ?? []
      const roles = rolesIn({ wids: [], assignments }, found.environment_id, tree)
      return !allows(effectiveLevel(roles, 'cases.review'), 'write')
    })
    released += lost.length
    await release(services, lost)
  }
  return released
}

async function loadAssignments(db: Db, tenantId: string, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('role_assignment')
    .select(['principal_id', 'role', 'environment_id'])
    .where('tenant_id', '=', tenantId)
    .where('principal_id', 'in', [...new Set(userIds)])
    .execute()
  const assignments = rows.map(row => ({
    userId: row.principal_id,
    role: row.role as RoleId,
    environmentId: row.environment_id,
  }))
  return Map.groupBy(assignments, each => each.userId)
}

async function release({ ports, live }: CaseServices, cases: readonly StoredCase[]): Promise<void> {
  if (cases.length === 0) return
  const now = ports.clock()
  const after = await ports.db.transaction().execute(async trx => {
    const still = (await trx
      .selectFrom('review_case')
      .selectAll()
      .where(
        'id',
        'in',
        cases.map(({ id }) => id),
      )
      .where('state', '=', 'InReview')
      .orderBy('id')
      .forUpdate()
      .execute()) as StoredCase[]
    const tokens = new Set(cases.map(each => each.lease_token))
    return writeChanges(
      trx,
      ports.newId,
      still
        .filter(found => tokens.has(found.lease_token))
        .map(found => ({
          found,
          change: {
            patch: { state: 'Pending', ...unlocked },
            history: [
              {
                kind: 'lock-released' as const,
                at: now,
                by: null,
                details: { cause: 'roleLost', owner: found.lock_owner_name },
              },
            ],
          },
        })),
    )
  })
  publishCases(live, after)
}

/** Decides waiting cases that the merchant decided, in the queues that are set to do so; returns their number. */
export async function closeDecidedElsewhere(services: CaseServices): Promise<number> {
  const { db, clock, newId } = services.ports
  const queues = (await db.selectFrom('case_queue').selectAll().where('kind', '=', 'User').execute()) as StoredQueue[]
  let closed = 0
  for (const queue of queues.filter(each => each.settings.closeOnStatus)) {
    const places = await loadPlaces(db, [queue.environment_id])
    const { tenantId = '', rootId = queue.environment_id } = places.get(queue.environment_id) ?? {}
    const after = await db.transaction().execute(async trx => {
      const waiting = (await trx
        .selectFrom('review_case')
        .selectAll()
        .where('queue_id', '=', queue.id)
        .where('state', '=', 'Pending')
        .forUpdate()
        .skipLocked()
        .execute()) as StoredCase[]
      const changes = []
      for (const found of waiting) {
        const status = await findMerchantStatus(trx, found)
        const action = status === null ? null : actionOf(status.statusType)
        if (action === null) continue
        const { configuration } = await loadConfiguration(trx, rootId, found.event_type)
        const named = configuration.queueDecisions.find(each => each.caseAction === action)
        if (named === undefined) continue
        const assessment = services.engine.assessment(found.environment_id, found.event_type)?.name ?? found.event_type
        changes.push({
          found,
          change: decided(
            found,
            { now: clock(), tenantId, queue, assessment, undoMs: 0 },
            {
              choice: { ...choiceOf(named, { reason: 'Merchant status' }), labelAction: 'None' },
              by: null,
              via: 'External',
            },
          ),
        })
      }
      return writeChanges(trx, newId, changes)
    })
    closed += after.length
    publishCases(services.live, after)
  }
  return closed
}

/** Returns the action that a status of the merchant means; null for an interim one. */
const actionOf = (statusType: string): 'Approve' | 'Reject' | null =>
  ({
    approved: 'Approve' as const,
    rejected: 'Reject' as const,
    canceled: 'Reject' as const,
    failed: 'Reject' as const,
  })[statusType.toLowerCase()] ?? null
