import {
  type ContrastOmission,
  type ContrastOutput,
  contrastLimits,
  createYieldPoint,
  runInSlices,
  type SearchFieldGroup,
} from '../../contract/index.ts'
import { contrast, contrastDefaults } from '../../engine/contrast/contrast.ts'
import { limited, type SearchReader } from '../search/search.ts'
import { createEventTable, type EventTable } from './event-table.ts'
import type { RuleAttributeOf } from './rule-attributes.ts'
import type { ContrastCall, EventQueries, SetName } from './set-queries.ts'
import { type PlannedSet, planSet, readSet, undrawnIds } from './sets.ts'
import { createShowEntry, isComparedFor } from './shown-entries.ts'

/** The context of a comparison. */
export interface ContrastReader extends SearchReader {
  ruleAttributeOf: RuleAttributeOf
}

/** What was decided and labelled: it follows from the choice of events, where a rule chooses them. */
const outcomeGroups: ReadonlySet<SearchFieldGroup> = new Set(['rules', 'label'])

/**
 * Returns what tells two sets of events apart. Sets of a rule are not told apart by its decisions and their labels.
 * @param most events of a set that are compared; of B, those that A's size asks for
 * @throws ConflictError `search.timeout` when the limit is over
 */
export async function compareSets(
  reader: ContrastReader,
  { timeZone, a: { kind: kindOfA }, b: { kind: kindOfB } }: Pick<ContrastCall, 'timeZone' | SetName>,
  queries: Record<SetName, EventQueries>,
  most: { a: number; b: (sizeOfA: number) => number } = { a: contrastLimits.compared, b: mostOfB },
): Promise<ContrastOutput> {
  const started = performance.now()
  return limited(reader.signal, reader.seconds, async signal => {
    const a = await planSet(reader, queries.a, most.a, signal)
    const b = await planSet(reader, queries.b, most.b(a.found), signal)
    const leftOut = new Map<string, ContrastOmission>()
    const byRule = kindOfA === 'rule' || kindOfB === 'rule'
    const events = createEventTable(reader.catalogue, field => {
      if (byRule && outcomeGroups.has(field.group)) leftOut.set(field.id, 'outcome')
      else if (!isComparedFor(field, reader.masking)) leftOut.set(field.id, 'masked')
      return !leftOut.has(field.id)
    })
    const shared = await readBoth(reader, { a, b }, timeZone, events, signal)
    const { sizes, labels, findings, omitted, ...result } = await runInSlices(
      contrast(events.table, { ...contrastDefaults, limit: contrastLimits.findings }),
    )
    signal.throwIfAborted()
    const show = createShowEntry(events, reader.masking, reader.ruleAttributeOf)
    return {
      ...result,
      a: { found: a.found, compared: sizes.a, complete: a.complete, labels: labels.a, missing: missingOf(a) },
      b: { found: b.found, compared: sizes.b, complete: b.complete, labels: labels.b, missing: missingOf(b), shared },
      falseDiscoveries: contrastDefaults.falseDiscoveries,
      minEvents: contrastDefaults.minEvents,
      findings: findings.map(finding => ({
        ...finding,
        ...show(finding),
        same: finding.same.map(({ opposite, ...entry }) => ({ ...show(entry), opposite })),
      })),
      omitted: [...omitted, ...[...leftOut].map(([attribute, reason]) => ({ attribute, reason, values: 0 }))],
      moreAttributes: events.countLeftOut(),
      queryMs: Math.round(performance.now() - started),
    }
  })
}

/** Returns how many events of B are compared with a set of this size. */
const mostOfB = (sizeOfA: number): number =>
  Math.min(contrastLimits.compared, Math.max(contrastLimits.comparedAtLeast, contrastLimits.comparedForEach * sizeOfA))

const missingOf = ({ chosen, emptyNodes, found }: PlannedSet): number => (chosen === null ? emptyNodes : chosen - found)

/** Reads both sets into the table, B without A. Returns how many events of B were left out. */
async function readBoth(
  reader: SearchReader,
  { a, b }: { a: PlannedSet; b: PlannedSet },
  timeZone: string,
  events: EventTable,
  signal: AbortSignal,
): Promise<number> {
  const pause = createYieldPoint()
  const inA = new Set<string>()
  let shared = 0
  await readSet(reader, a, timeZone, signal, async rows => {
    for (const event of rows) {
      inA.add(String(event.event_id))
      events.add('a', event)
      await pause()
    }
  })
  for (const id of await undrawnIds(reader, a, b, signal)) inA.add(id)
  await readSet(reader, b, timeZone, signal, async rows => {
    for (const event of rows) {
      if (inA.has(String(event.event_id))) shared++
      else events.add('b', event)
      await pause()
    }
  })
  return shared
}
