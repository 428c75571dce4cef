import { truncateText } from '../../../engine/ingest/sensitive-data.ts'
import type { ProbeRead } from '../replay/probe.ts'
import { type Difference, type Experiment, explains } from './difference.ts'

type ListRead = Exclude<ProbeRead, { kind: 'velocity' }>

const isListRead = (read: ProbeRead): read is ListRead => read.kind !== 'velocity'
const shown = (value: unknown): string | boolean | null =>
  typeof value === 'boolean' ? value : typeof value === 'string' ? truncateText(value, 40) : null

/** Reads the lists as they were at the time of the event, where that is stored, and names the one that matters. */
export const formerListExperiment: Experiment = (difference, background) => {
  const { replay, reads, facts } = difference
  const changed = reads.filter(isListRead).filter(({ list }) => facts.isListChanged(list, replay.event.at))
  if (changed.length === 0 || !explains(replay, { ...background, lists: 'then' })) return null
  const values = new Map(replay.reads().map(read => [read.key, read.value]))
  const other = changed.filter(read => values.has(read.key) && values.get(read.key) !== read.value)
  const lists = [...Map.groupBy(other, ({ list }) => list).values()]
  const decisive =
    lists.length < 2
      ? lists[0]
      : lists.find(own =>
          explains(replay, { ...background, overrides: new Map(own.map(({ key }) => [key, values.get(key)])) }),
        )
  const [first] = decisive ?? lists[0] ?? []
  return first === undefined
    ? null
    : {
        cause: 'list',
        detail: 'formerList',
        subject: facts.listName(first.list),
        actual: shown(first.value),
        required: shown(values.get(first.key)),
      }
}

/** Adds or removes one entry of a list that changed after the event. */
export const listEntryExperiment: Experiment = (difference, background) => {
  const { replay, reads, facts } = difference
  for (const read of reads.filter(isListRead)) {
    if (!facts.isListChanged(read.list, replay.event.at)) continue
    for (const value of otherAnswers(read, difference)) {
      if (!explains(replay, { ...background, overrides: new Map([[read.key, value]]) })) continue
      return {
        cause: 'list',
        detail: 'listEntry',
        subject: facts.listName(read.list),
        actual: shown(read.value),
        required: shown(value),
      }
    }
  }
  return null
}

const statuses = [undefined, 'Safe', 'Block', 'Watch']

/** Other answers of the list for the same key: of a look-up no row, and the texts with which a clause compares. */
function otherAnswers(read: ListRead, { formerClause, ownClause }: Difference): unknown[] {
  if (read.kind === 'list') return [read.value !== true]
  if (read.kind === 'support') return statuses.filter(each => each !== read.value)
  const texts = [formerClause, ownClause].flatMap(clause =>
    (clause?.operands ?? []).flatMap(({ constants }) =>
      constants.flatMap(each => (typeof each === 'boolean' ? [] : [String(each)])),
    ),
  )
  return [undefined, ...new Set(texts)].filter(each => each !== read.value).slice(0, 12)
}
