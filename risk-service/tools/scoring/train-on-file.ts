import { readFileSync } from 'node:fs'
import { componentsOf, createSampler, type StreamEvent } from '../../engine/score/training/sample.ts'
import {
  splitByGroup,
  splitByTime,
  type TrainingOutcome,
  trainScorecard,
} from '../../engine/score/training/train-scorecard.ts'
import { readRows } from '../import/files/csv-rows.ts'
import { columnsOf, fileMapSchema, parseRow } from './file-map.ts'

const day = 86_400_000

export interface FileTraining {
  result: TrainingOutcome
  /** The first unreadable rows, and their total number. */
  faults: string[]
  faulty: number
}

/**
 * Trains a model with a file. `groups`: no entity is on both sides of the hold-out; `time`: the last fifth is held out.
 * `lateDays`: from an event to the day of its label.
 * @throws Error when file or map cannot be read
 */
export async function trainOnFile({
  file,
  map: mapFile,
  split: how,
  lateDays,
}: {
  file: string
  map: string
  split: 'groups' | 'time'
  lateDays: number
}): Promise<FileTraining> {
  const read = fileMapSchema.safeParse(jsonOf(mapFile))
  if (!read.success)
    throw new Error(
      `${mapFile}: ${read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
    )
  const events: StreamEvent[] = []
  const faults: string[] = []
  let faulty = 0
  for await (const { line, row, fault } of readRows(file, columnsOf(read.data))) {
    const found = fault ?? parseRow(row, read.data, lateDays * day)
    if (Array.isArray(found)) events.push(...found)
    else if (faulty++ < 5) faults.push(`Line ${line}, ${found.column}: ${found.problem}`)
  }
  events.sort((a, b) => a.at - b.at)
  const sampler = createSampler()
  for (const event of events) sampler.add(event)
  const rows = events.filter(({ scored, fraud }) => scored && fraud !== null)
  const sample = sampler.sample()
  const warm = (events[0]?.at ?? 0) + 2 * lateDays * day
  const split =
    how === 'groups'
      ? splitByGroup(componentsOf(rows.map(({ entities }) => entities)), sample.labels)
      : splitByTime(
          rows.length,
          rows.findIndex(({ at }) => at >= warm),
        )
  return { result: trainScorecard(sample, split), faults, faulty }
}

/** Parses a JSON file. @throws Error when the file is not JSON */
function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
