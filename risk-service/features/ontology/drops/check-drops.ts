import { sql } from 'kysely'
import { parseTenantAssessment, type TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import { startDutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { type DefinedAttribute, defineOntology } from '../definition/ontology.ts'
import { ontologyEventsOf } from '../definition/ontology-events.ts'
import { countFills } from './count-fills.ts'
import {
  allEvents,
  endStaleDrops,
  type FillCounts,
  findOpenHours,
  findStreams,
  insertDrop,
  loadOpenDrops,
  loadUsual,
  updateDrop,
  writeHour,
} from './fill-store.ts'
import { dropLimits, type FieldFill, type FoundDrop, findDrops, isBack } from './find-drops.ts'

export interface DropServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  live: LiveHub
}

const hourLength = 3_600_000
/** Days before that have the same hours. */
const usualDays = 7
/** Days whose hours are counted: monitors compare a week with the four before it. */
const countedDays = 35
/** Hours without an event of the API client after which nobody can tell whether a field is back. */
const silentHours = 24
/** Hours that one run counts: after a pause, the others follow in the next runs. */
const maxHours = 200

/** The counts of an hour without an event that can be read. */
const noCounts: FillCounts = new Map([['', new Map([[allEvents, 0]])]])

/** The events that are compared with one another. */
interface Stream {
  environmentId: string
  eventType: string
}

/**
 * Counts how often fields are filled, and compares the last hour with the same hours of the days before. Those
 * responsible are notified of a drop once; it ends by itself when the field is back.
 */
export async function checkFieldDrops(services: DropServices): Promise<void> {
  const { signal } = new AbortController()
  const { db, clock } = services.ports
  const now = clock()
  const attributesOf = createAttributeLookup(services)
  const next = startDutyCycle()
  const from = new Date(
    Math.floor(now.getTime() / hourLength) * hourLength - countedDays * 24 * hourLength - hourLength,
  )
  for (const { hour, ...stream } of await findOpenHours(db, from, now, maxHours)) {
    const attributes = await attributesOf(stream)
    const to = new Date(hour.getTime() + hourLength)
    const counts =
      attributes === null ? noCounts : await countFills(db, { ...stream, from: hour, to }, attributes, signal)
    // Hours that cannot be read any more are counted as well, or each run would begin with them.
    await writeHour(db, { ...stream, hour }, counts.size === 0 ? noCounts : counts)
    if (!(await next())) break
  }
  for (const stream of await findStreams(db, now, dropLimits.recentEvents)) {
    const attributes = await attributesOf(stream)
    if (attributes !== null) await checkStream(services, stream, attributes, now, signal)
  }
  const ago = (hours: number): Date => new Date(now.getTime() - hours * hourLength)
  // The hours that are compared reach a little further back than the days.
  await endStaleDrops(db, ago(usualDays * 24 + 2), ago(silentHours + 1), now)
}

/** Returns a look-up of the attributes of the events of a stream; null where the assessment is not known any more. */
function createAttributeLookup({ ports: { db } }: DropServices) {
  const found = new Map<string, readonly DefinedAttribute[] | null>()
  const own = new Map<string, Promise<TenantAssessment[]>>()
  return async ({ environmentId, eventType }: Stream): Promise<readonly DefinedAttribute[] | null> => {
    const key = `${environmentId} ${eventType}`
    const cached = found.get(key)
    if (cached !== undefined) return cached
    const assessments = own.get(environmentId) ?? loadOwn(db, environmentId)
    own.set(environmentId, assessments)
    const events = ontologyEventsOf(eventType, await assessments)
    const attributes =
      events === null ? null : defineOntology(events).attributes.filter(({ event }) => event === eventType)
    found.set(key, attributes)
    return attributes
  }
}

async function loadOwn(db: DropServices['ports']['db'], environmentId: string): Promise<TenantAssessment[]> {
  const rows = await db
    .withRecursive('up', query =>
      query
        .selectFrom('environment')
        .select(['id', 'parent_id'])
        .where('id', '=', environmentId)
        .unionAll(
          query
            .selectFrom('environment')
            .innerJoin('up', 'up.parent_id', 'environment.id')
            .select(['environment.id', 'environment.parent_id']),
        ),
    )
    .selectFrom('assessment')
    .selectAll('assessment')
    .where('environment_id', 'in', ({ selectFrom }) => selectFrom('up').select('up.id'))
    .execute()
  return rows.map(parseTenantAssessment)
}

async function checkStream(
  services: DropServices,
  stream: Stream,
  attributes: readonly DefinedAttribute[],
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services.ports
  const from = new Date(now.getTime() - hourLength)
  const to = new Date(now.getTime() + 1)
  const recent = await countFills(db, { ...stream, from, to }, attributes, signal)
  const usual = await loadUsual(db, stream.environmentId, stream.eventType, sameHours(now))
  const open = await loadOpenDrops(db, stream.environmentId, stream.eventType)
  for (const drop of open) {
    const fields = recent.get(drop.client_id)
    const present = { filled: fields?.get(drop.field) ?? 0, events: fields?.get(allEvents) ?? 0 }
    const before = { filled: drop.usual_filled, events: drop.usual_events }
    await updateDrop(db, drop.id, present, isBack(present, before) ? now : null)
  }
  for (const [clientId, fields] of fillsByClient(recent, usual)) {
    const isOpen = ({ field }: FoundDrop): boolean =>
      open.some(each => each.client_id === clientId && each.field === field)
    const found = findDrops(fields).filter(drop => !isOpen(drop))
    if (found.length > 0) await report(services, stream, clientId, found, now)
  }
}

/** Returns the hours of the days before that the last hour overlaps. */
function sameHours(now: Date): Date[] {
  const present = Math.floor(now.getTime() / hourLength) * hourLength
  return Array.from({ length: usualDays }, (_, day) => present - (day + 1) * 24 * hourLength).flatMap(hour => [
    new Date(hour - hourLength),
    new Date(hour),
  ])
}

/** Returns the fields of every API client with events in the last hour. */
function* fillsByClient(recent: FillCounts, usual: FillCounts): Iterable<[clientId: string, fields: FieldFill[]]> {
  for (const [clientId, fields] of recent) {
    const before = usual.get(clientId)
    if (before === undefined) continue
    const [events, usualEvents] = [fields.get(allEvents) ?? 0, before.get(allEvents) ?? 0]
    yield [
      clientId,
      [...before].flatMap(([field, filled]): FieldFill[] =>
        field === allEvents
          ? []
          : [
              {
                field,
                recent: { filled: fields.get(field) ?? 0, events },
                usual: { filled, events: usualEvents },
              },
            ],
      ),
    ]
  }
}

/** Stores new drops of one API client, and notifies of all of them at once. */
async function report(
  { ports, live }: DropServices,
  { environmentId, eventType }: Stream,
  clientId: string,
  found: readonly FoundDrop[],
  now: Date,
): Promise<void> {
  const announce = await ports.db.transaction().execute(async trx => {
    let stored = 0
    for (const drop of found) {
      const key = {
        id: ports.newId(),
        environment_id: environmentId,
        event_type: eventType,
        client_id: clientId,
        // The hour that was compared.
        since: new Date(now.getTime() - hourLength),
        found_at: now,
      }
      if (await insertDrop(trx, key, drop)) stored += 1
    }
    if (stored === 0) return null
    const { rows } = await sql<{ tenant_id: string; client: string | null }>`
      select e.tenant_id, (select c.display_name from api_client c where c.client_id = ${clientId}) as client
      from environment e where e.id = ${environmentId}::uuid`.execute(trx)
    const [place] = rows
    if (place === undefined) return null
    const [first] = found
    return notify(
      trx,
      { ports, live },
      {
        tenantId: place.tenant_id,
        environmentId,
        event: 'FieldDropped',
        params: {
          name: first?.field ?? '',
          more: found.length - 1,
          client: place.client ?? clientId,
          eventType,
        },
      },
    )
  })
  announce?.()
}
