import { sha256 } from '../../../engine/lib/sha256.ts'
import { loadCaseOptions } from '../../../kernel/case-options/case-options.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { type CaseChange, changed, dueAtOf, rankIn, type StoredCase } from '../model/case-record.ts'
import { auditRequeue } from '../store/audit-requeue.ts'
import { hasStatus, lockDueCases, writeChanges } from '../store/case-store.ts'
import { findChallengeAnswer, markAnsweredChallenges } from '../store/challenge-answers.ts'
import { findQueueOf } from '../store/queue-store.ts'
import { releaseDueCases } from '../store/release-cases.ts'
import { loadConfiguration, loadPlaces } from '../store/settings-store.ts'
import { assignWaitingCases } from './assign-cases.ts'
import { type DueContext, dueChange } from './due-change.ts'
import { publishCases } from './publish-cases.ts'

/** What the changes of cases need from the service. */
export interface CaseServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  engine: Pick<RuleEngine, 'assessment'>
  live: LiveHub
}

const batchSize = 200
/** Callers within the same period share a run. */
const sharedMs = 100
/** A case that was not changed for long can be due several times in a row. */
const maxSteps = 10

/** Runs of a database that are under way, by their environments: callers of the same moment share one. */
const underWay = new WeakMap<Db, Map<string, Promise<void>>>()

/**
 * Changes all cases that are due at this time, in these environments or in all: reads and writes call it first, so that
 * they never depend on how often the service does so by itself.
 */
export function advanceCases(services: CaseServices, environmentIds: readonly string[] | null = null): Promise<void> {
  const { db, clock } = services.ports
  const runs = underWay.get(db) ?? new Map<string, Promise<void>>()
  underWay.set(db, runs)
  const key = `${Math.floor(clock().getTime() / sharedMs)} ${environmentIds?.join() ?? ''}`
  const running = runs.get(key) ?? advanceAll(services, environmentIds).finally(() => runs.delete(key))
  runs.set(key, running)
  return running
}

async function advanceAll(services: CaseServices, environmentIds: readonly string[] | null): Promise<void> {
  await markAnsweredChallenges(services.ports.db, environmentIds)
  let changes = 0
  for (let again = true; again; ) {
    const batch = await advanceBatch(services, environmentIds)
    changes += batch.changes
    again = batch.again
  }
  // Room for further cases comes without a change here, too: the clock looks every second, a read need not.
  if (changes > 0 || environmentIds === null) await assignWaitingCases(services, environmentIds)
}

async function advanceBatch(
  services: CaseServices,
  environmentIds: readonly string[] | null,
): Promise<{ changes: number; again: boolean }> {
  const { db, clock } = services.ports
  const now = clock()
  // Most calls find nothing, and then need no transaction. The order is that of the index: without it PostgreSQL expects
  // one of many due cases at once, and reads the whole table where there is none.
  const due = await db
    .selectFrom('review_case')
    .select('id')
    .where('due_at', '<=', now)
    .$if(environmentIds !== null, query => query.where('environment_id', 'in', [...(environmentIds ?? [])]))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (due === undefined) return { changes: 0, again: false }
  // A caller waits for what another one changes at the moment: it needs the result.
  const options = { limit: batchSize, skip: environmentIds === null }
  const released = await releaseDueCases(db, now, environmentIds, options)
  publishCases(services.live, released)
  if (released.length === batchSize) return { changes: batchSize, again: true }
  const { cases, notices } = await db.transaction().execute(async trx => {
    const found = await lockDueCases(trx, now, environmentIds, options)
    const advanced = await advanceLocked(trx, services, found, now)
    return { cases: advanced.map(each => each.after), notices: advanced.flatMap(each => each.notices) }
  })
  publishCases(services.live, cases)
  for (const publish of notices) publish()
  return { changes: released.length + cases.length, again: cases.length === batchSize }
}

/** Advances a locked case to a time, in the transaction of a further change; the caller publishes the result. */
export async function advanceCase(trx: Db, services: CaseServices, found: StoredCase, now: Date): Promise<StoredCase> {
  const isDue = found.due_at !== null && found.due_at <= now
  if (!isDue && (found.awaiting === null || (await findChallengeAnswer(trx, found)) === null)) return found
  const [advanced] = await advanceLocked(trx, services, [found], now)
  return advanced?.after ?? found
}

async function advanceLocked(trx: Db, services: CaseServices, cases: readonly StoredCase[], now: Date) {
  const context = await createContextLoader(trx, services, cases, now)
  const changes: { found: StoredCase; change: CaseChange }[] = []
  for (const found of cases) {
    const change: CaseChange = { patch: {}, history: [], followUps: [] }
    for (let step = 0, at = found; step < maxSteps; step++) {
      const around = await context(at)
      // One case without a queue must not keep all others from what is due.
      const due = around === null ? removed(now) : dueChange(at, around)
      if (due === null) break
      Object.assign(change.patch, due.patch)
      change.history.push(...due.history)
      change.followUps?.push(...(due.followUps ?? []))
      at = changed(at, due.patch)
      if (at.state === 'Pending') {
        const queue = (await context(at))?.queue
        if (queue !== undefined) change.patch.rank = rankIn(queue.settings, at)
        at = changed(at, change.patch)
      }
      const next = dueAtOf(at)
      if (next === null || next > now) break
    }
    changes.push({ found, change })
  }
  const after = await writeChanges(trx, services.ports.newId, changes)
  const places = context.places
  return Promise.all(
    changes.map(async ({ found, change }, index) => {
      const tenantId = places.get(found.environment_id)?.tenantId ?? ''
      const notices: (() => void)[] = []
      for (const { kind } of change.history) {
        if (kind === 'lock-expired') await auditRequeue(trx, services.ports, { tenantId, found, cause: 'expired' })
        if (kind === 'resumed' && found.hold_owner_id !== null)
          notices.push(
            await notify(trx, services, {
              tenantId,
              environmentId: found.environment_id,
              event: 'HoldEnded',
              params: { id: found.external_id },
              userId: found.hold_owner_id,
            }),
          )
      }
      return { after: after[index] ?? found, notices }
    }),
  )
}

/** The change of a case whose environment is being removed. */
const removed = (at: Date): CaseChange => ({
  patch: { state: 'Removed' },
  history: [{ kind: 'removed', at, by: null, details: {} }],
})

/** Loads what the due changes of cases depend on, each value once. */
async function createContextLoader(trx: Db, services: CaseServices, cases: readonly StoredCase[], now: Date) {
  const places = await loadPlaces(trx, [...new Set(cases.map(each => each.environment_id))])
  const values = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const cached = (values.get(key) as Promise<T> | undefined) ?? load()
    values.set(key, cached)
    return cached
  }
  const load = async (found: StoredCase): Promise<DueContext | null> => {
    const { tenantId, rootId } = places.get(found.environment_id) ?? { tenantId: '', rootId: found.environment_id }
    const { event_type: eventType, environment_id: environmentId } = found
    const queue = await once(`queue ${environmentId} ${found.queue_id}`, () => findQueueOf(trx, found))
    if (queue === null) return null
    const options = await once(`options ${tenantId}`, () => loadCaseOptions(trx, tenantId))
    const { configuration } = await once(`decisions ${rootId} ${eventType}`, () =>
      loadConfiguration(trx, rootId, eventType),
    )
    return {
      decision: {
        now,
        tenantId,
        queue,
        assessment: services.engine.assessment(environmentId, eventType)?.name ?? eventType,
        undoMs: 0,
      },
      queue,
      configuration,
      statusArrived:
        found.state === 'Held' &&
        (await hasStatus(trx, found, found.hold_until, options.interimStatuses ? ['pending', 'unknown'] : [])),
      answer: found.awaiting === null ? null : await findChallengeAnswer(trx, found),
      chance: await chanceOf(found.id),
    }
  }
  return Object.assign(load, { places })
}

/** Returns a number between 0 and 1 that is the same for one case at each call. */
async function chanceOf(caseId: string): Promise<number> {
  const digest = await sha256(new TextEncoder().encode(caseId))
  return Number.parseInt(digest.slice(0, 8), 16) / 0x1_0000_0000
}
