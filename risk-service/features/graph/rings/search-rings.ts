import type { z } from 'zod'
import type { FoundRing, FoundRings, findRingsInputSchema } from '../../../contract/graph/rings.ts'
import { ringLimits, runInSlices } from '../../../contract/index.ts'
import { findRings } from '../../../engine/graph/rings/find-rings.ts'
import { hubJudgement } from '../../../engine/graph/rings/judge-entity.ts'
import type { EntityJudgement, Ring, RingEvent } from '../../../engine/graph/rings/types.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { type GraphReader, readGraph } from '../graph-reader.ts'
import { selectedEvents } from '../selection.ts'
import { loadBadRate, loadDisplays, loadNewestRingEvents, loadRingEventsById } from '../store/ring-events.ts'
import { ringRulesOf } from './grow-rings.ts'
import { type MemberRow, showMembers, showName } from './show-rings.ts'

type Input = z.output<typeof findRingsInputSchema>
const day = 86_400_000

/**
 * Finds the rings among the events of a range, or of nodes, the highest score first; those against which nothing speaks
 * are counted, and returned when they are asked for.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError for an id that is none
 */
export function searchRings(
  call: EnvironmentCallContext,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<FoundRings> {
  const started = performance.now()
  return readGraph(call, input, signal, async reader => {
    const { events, complete, hubs } = await readEvents(reader, input.nodes)
    const rules = ringRulesOf(await loadBadRate(call.db, reader.scope, reader.signal))
    const rings = await runInSlices(
      findRings(events, rules, new Map([...hubs].map((key): [string, EntityJudgement] => [key, hubJudgement]))),
    )
    const reported = rings.filter(({ evidence }) => input.all || evidence !== null)
    const shown: FoundRing[] = []
    for (const ring of reported.slice(0, ringLimits.listed)) shown.push(await showFound(reader, input, ring))
    return {
      rings: shown,
      unreported: rings.length - reported.length,
      events: events.length,
      complete: complete && reported.length <= ringLimits.listed,
      queryMs: Math.round(performance.now() - started),
    }
  })
}

async function readEvents(
  reader: GraphReader,
  nodes: readonly string[] | undefined,
): Promise<{ events: RingEvent[]; complete: boolean; hubs: ReadonlySet<string> }> {
  const { call, scope, signal } = reader
  if (nodes === undefined) {
    const events = await loadNewestRingEvents(call.db, scope, ringLimits.searchedEvents, signal)
    return { events, complete: events.length < ringLimits.searchedEvents, hubs: new Set() }
  }
  const selected = await selectedEvents(reader, nodes)
  const ids = selected.events.map(({ event_id: id }) => id)
  const [events, hubs] = await Promise.all([
    loadRingEventsById(call.db, scope, ids, signal),
    // Of each node so few events are read that a hub would not be recognised by them.
    reader.hubs(selected.refs),
  ])
  return { events, complete: selected.complete, hubs: new Set(hubs.keys()) }
}

async function showFound({ call, ids, scope, signal }: GraphReader, input: Input, ring: Ring): Promise<FoundRing> {
  const { masking, ports, db } = call
  const rows = [
    ...[...ring.users].map(([value, seen]) => ({ type: 'user' as const, value, users: 1, ...seen })),
    ...ring.entities.filter(({ users }) => users >= 2).toSorted((a, b) => b.users - a.users),
  ]
  const displays = await loadDisplays(db, scope.environmentIds, rows, signal)
  const members = rows.map(
    ({ type, value, users, first, last }, index): MemberRow => ({
      type,
      value,
      display: displays[index] ?? value,
      users,
      first_at: new Date(first),
      last_at: new Date(last),
    }),
  )
  const { name } = ring
  const named = members.find(({ type, value }) => type === name.type && value === name.value)
  const since = ports.clock().getTime() - ringLimits.growthDays * day
  return {
    environmentId: input.environmentId,
    name: await showName(
      { ids, masking },
      { type: name.type, value: name.value, display: named?.display ?? name.value, shared: ring.shared },
    ),
    users: ring.users.size,
    shared: ring.shared,
    transactions: ring.transactions,
    bad: ring.bad,
    amountUsd: ring.amountUsd,
    firstSeen: new Date(ring.first).toISOString(),
    lastSeen: new Date(ring.last).toISOString(),
    score: ring.score,
    evidence: ring.evidence,
    grown: [...ring.users.values()].filter(({ first }) => first >= since).length,
    ...(await showMembers({ ids, masking }, members)),
  }
}
