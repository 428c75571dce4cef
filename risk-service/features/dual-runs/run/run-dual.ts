import { createYieldPoint } from '../../../contract/cooperative.ts'
import { type DualRunReport, dualRunReportLimits } from '../../../contract/dual-runs/dual-run-report.ts'
import type { Decision } from '../../../contract/index.ts'
import { truncateText } from '../../../engine/ingest/sensitive-data.ts'
import type { RunDeps } from '../../backtests/run/run-types.ts'
import type { RunFacts } from '../causes/difference.ts'
import { readFormerOrder } from '../causes/former-order.ts'
import type { FormerEvent } from '../formats/former-event.ts'
import type { FormerEvents } from '../formats/read-file.ts'
import { createEventComparer, type SkipReason } from './compare-event.ts'
import { createLedger } from './ledger.ts'
import { openReplay } from './open-replay.ts'

export interface DualRunInput {
  environmentId: string
  file: { name: string; bytes: number; sha256: string }
  events: FormerEvents
  /** Decisions by the words of the former system, in lower case. */
  words: ReadonlyMap<string, Decision>
}
/** Called about twice a second; ends the run by throwing. */
export type ReportProgress = (events: number, total: number) => Promise<void>

/** Milliseconds between two reports of the progress. */
const reportMs = 500

/**
 * Decides the events of the former system again, in order of time, with the rules, lists and models as they are now and
 * with velocities counted from the events of the file as the former system decided them, and finds the cause of each
 * different decision. Nothing is stored and nothing is sent. The same events and rules give the same report.
 * @throws NoEventsError without an active rule
 */
export async function runDual(
  deps: RunDeps,
  { environmentId, file, events: formerEvents, words }: DualRunInput,
  progress: ReportProgress,
): Promise<DualRunReport> {
  const { events } = formerEvents
  const [first, last] = [events[0]?.at ?? 0, events.at(-1)?.at ?? 0]
  const replay = await openReplay(deps, environmentId, {
    eventTypes: [...new Set(events.map(({ eventType }) => eventType))],
    from: new Date(first),
  })
  const facts: RunFacts = {
    firstAt: first,
    order: readFormerOrder(events),
    isListChanged: replay.lists.isChangedAfter,
    listName: replay.listName,
  }
  const ledger = createLedger()
  const skipped = createSkipped(formerEvents)
  const comparer = createEventComparer(replay, facts, words)
  const pause = createYieldPoint()
  let reportedAt = performance.now()

  for (const [index, event] of events.entries()) {
    compare(event)
    if (index % 8 === 0) await pause()
    if (index % 32 === 0 && performance.now() - reportedAt >= reportMs) {
      await progress(index, events.length)
      reportedAt = performance.now()
    }
  }
  await progress(events.length, events.length)

  function compare(event: FormerEvent): void {
    const read = comparer.read(event)
    if (typeof read === 'string') {
      if (read === 'word') skipped.addWord(event.answer.word)
      else skipped.count(read)
      return
    }
    const { outcome, finding } = comparer.compare(read)
    if (finding === null) ledger.addSame(read, outcome)
    else ledger.addDifferent(read, outcome, finding)
    comparer.count(read)
  }

  return {
    file: { ...file, format: formerEvents.format },
    ruleSet: replay.ruleSet,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    outOfOrder: formerEvents.outOfOrder,
    ...ledger.result(),
    skipped: skipped.result(),
    notes: replay.notes,
  }
}

type SkippedCount = Exclude<SkipReason, 'word'>

function createSkipped({ faults, unreadable, unreadableLines }: FormerEvents) {
  const counts: Record<SkippedCount, number> = {
    otherEnvironment: 0,
    unknownType: faults.unknownType,
    invalid: 0,
    duplicates: 0,
  }
  const words = new Map<string, number>()
  return {
    count(reason: SkippedCount): void {
      counts[reason] += 1
    },
    addWord(word: string): void {
      const short = truncateText(word, 40)
      if (words.has(short) || words.size < dualRunReportLimits.words) words.set(short, (words.get(short) ?? 0) + 1)
    },
    result: (): DualRunReport['skipped'] => ({
      dataEvents: faults.dataEvent,
      noAnswer: faults.noAnswer,
      noTime: faults.noTime,
      ...counts,
      unreadable,
      unreadableLines,
      words: [...words]
        .map(([word, count]) => ({ word, events: count }))
        .toSorted((a, b) => b.events - a.events || (a.word < b.word ? -1 : 1)),
    }),
  }
}
