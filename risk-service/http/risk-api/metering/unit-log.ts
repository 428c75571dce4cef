import { sql } from 'kysely'
import { z } from 'zod'
import { apiExperiences } from '../../../contract/integration/api-management-definitions.ts'
import {
  capabilityOfTemplate,
  type MeteredCapability,
  meteredApiOf,
  meteredResponseOf,
} from '../../../contract/metering/metering-definitions.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import { addMeteredUnits, type MeteredUnits, meteredDayOf } from '../../../kernel/metering/metered-units.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { UnitJournal } from '../../../ports/unit-journal.ts'

interface AnsweredCall {
  environmentId: string
  apiName: string
  experience: string
  status: number
}
export interface UnitLog {
  /** Counts a call, before its answer is sent. */
  add: (call: AnsweredCall) => void
  /** Calls that were counted since the start. */
  counted: () => number
  /** Writes what is counted. */
  flush: () => Promise<void>
  /** Writes what a killed process has counted. Never throws: what cannot be written stays in the journal. */
  recover: () => Promise<void>
}
interface UnitLogDeps extends Pick<Ports, 'db' | 'clock' | 'newId' | 'log'> {
  /** Absent: a killed process loses the units of its last seconds. */
  journal?: UnitJournal | undefined
}

/** Units by their key, which is the line of the journal. */
interface Segment {
  id: string
  units: Map<string, number>
}

/** Environment, day, name of the API, experience and response. */
const keySchema = z.tuple([z.guid(), z.iso.date(), z.string(), z.string(), z.string()])
type UnitKey = z.infer<typeof keySchema>

const flushIntervalMs = 5000

/**
 * Counts calls that use up the entitlement of a tenant. Each is noted in the journal before its answer is sent; every few
 * seconds the counts are written as one segment, whose id is stored with them: a segment that is written again, after a
 * lost connection or a killed process, counts once.
 */
export function createUnitLog({ db, clock, newId, log, journal }: UnitLogDeps): UnitLog {
  const begin = (): Segment => ({ id: newId(), units: new Map() })
  let open = begin()
  /** The one that is being written; it is tried again until that succeeds. */
  let closed: Segment | null = null
  let counted = 0
  let written: string[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function write(segment: Segment): Promise<void> {
    await db.transaction().execute(async trx => {
      const { rows } =
        await sql`insert into metered_segment (id, at) values (${segment.id}::uuid, ${clock()}::timestamptz)
        on conflict do nothing returning id`.execute(trx)
      if (rows.length > 0) await addMeteredUnits(trx, await unitsOf(trx, segment))
      if (written.length > 0) await sql`delete from metered_segment where id = any(${written}::uuid[])`.execute(trx)
    })
    written = []
    await journal?.discard(segment.id)
    // Without its file nobody can write it again.
    written.push(segment.id)
  }

  /** Writes the segment that is closed or waits since a failure. @returns whether it could be written */
  async function writeClosed(): Promise<boolean> {
    if (closed === null && open.units.size > 0) {
      closed = open
      open = begin()
    }
    const segment = closed
    if (segment === null) return true
    try {
      await write(segment)
      closed = null
      return true
    } catch {
      log.write(2, 'metered-units.not-written', { count: segment.units.size })
      schedule()
      return false
    }
  }

  /** After one that waited, what was counted since. */
  async function writeAll(): Promise<void> {
    if (await writeClosed()) await writeClosed()
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(writeAll)
    return flushing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), flushIntervalMs)
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
  }

  return {
    flush,
    counted: () => counted,
    add(call) {
      const response = meteredResponseOf(call.status)
      if (response === null || meteredApiOf(call.apiName) === null) return
      const key = JSON.stringify([
        call.environmentId,
        meteredDayOf(clock()),
        call.apiName,
        apiExperiences.find(each => each === call.experience) ?? '',
        response,
      ])
      counted += 1
      journal?.append(open.id, key)
      open.units.set(key, (open.units.get(key) ?? 0) + 1)
      schedule()
    },
    async recover() {
      for (const { segment, lines } of (await journal?.leftBehind()) ?? []) {
        const units = new Map<string, number>()
        const whole = lines.filter(isKey)
        for (const line of whole) units.set(line, (units.get(line) ?? 0) + 1)
        const damaged = lines.length - whole.length
        if (damaged > 0) log.write(2, 'metered-units.damaged', { segment, count: damaged })
        try {
          await write({ id: segment, units })
          log.write(1, 'metered-units.recovered', { count: whole.length })
        } catch (error) {
          // Its file stays for the next start.
          log.write(2, 'metered-units.not-recovered', { segment, count: whole.length, code: codeOf(error) })
        }
      }
    },
  }
}

/** Whether a line of the journal is whole: a full disk cuts one off, a machine that fails leaves zeros. */
function isKey(line: string): boolean {
  try {
    return keySchema.safeParse(JSON.parse(line)).success
  } catch {
    return false
  }
}

/** Gives the units of a segment their capabilities. */
async function unitsOf(trx: Db, { units }: Segment): Promise<MeteredUnits[]> {
  const counted = [...units].flatMap(([key, count]) => {
    const [environmentId, day, apiName, experience, response] = JSON.parse(key) as UnitKey
    const api = meteredApiOf(apiName)
    return api === null ? [] : [{ environmentId, day, apiName, experience, response, units: count, api }]
  })
  const capabilities = await tenantCapabilities(
    trx,
    counted.flatMap(({ environmentId, apiName, api }) =>
      api.kind === 'tenant' ? [{ environmentId, apiName, assessment: api.assessment }] : [],
    ),
  )
  return counted.map(({ api, ...row }) => ({
    ...row,
    capability:
      api.kind === 'builtIn'
        ? api.capability
        : (capabilities.get(`${row.environmentId} ${row.apiName}`) ?? capabilityOfTemplate(null)),
  }))
}

interface TenantCall {
  environmentId: string
  apiName: string
  assessment: string
}
/** Returns the capabilities of calls of tenant assessments. One that was deleted meanwhile counts as it did before. */
async function tenantCapabilities(trx: Db, calls: readonly TenantCall[]): Promise<Map<string, MeteredCapability>> {
  if (calls.length === 0) return new Map()
  const distinct = [...new Map(calls.map(each => [`${each.environmentId} ${each.apiName}`, each])).entries()]
  const input = distinct.map(([key, { environmentId, apiName, assessment }]) => ({
    key,
    environment_id: environmentId,
    api_name: apiName,
    assessment,
  }))
  const { rows } = await sql<{ key: string; found: boolean; template: string | null; earlier: string | null }>`
    with recursive x as (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as r (key text, environment_id uuid, api_name text,
        assessment text)
    ), above as (
      select e.id as start, e.id, e.parent_id from environment e where e.id in (select environment_id from x)
      union all select a.start, e.id, e.parent_id from above a join environment e on e.id = a.parent_id
    )
    select x.key, a.id is not null as found, a.template, (select d.capability from metered_day d
        where d.environment_id = x.environment_id and d.api_name = x.api_name order by d.day desc limit 1) as earlier
    from x left join above on above.start = x.environment_id and above.parent_id is null
    left join assessment a on a.environment_id = above.id and lower(a.api_name) = lower(x.assessment)`.execute(trx)
  return new Map(
    rows.map(({ key, found, template, earlier }) => [
      key,
      found ? capabilityOfTemplate(template) : ((earlier as MeteredCapability | null) ?? capabilityOfTemplate(null)),
    ]),
  )
}
