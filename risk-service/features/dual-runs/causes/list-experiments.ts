import type { ProbeRead } from '../replay/probe.ts'
import { type Difference, type Experiment, explains } from './difference.ts'

type ListRead = Exclude<ProbeRead, { kind: 'velocity' }>

const isListRead = (read: ProbeRead): read is ListRead => read.kind !== 'velocity'
const shown = (value: unknown): string | boolean | null =>
  typeof value === 'boolean' ? value : typeof value === 'string' ? value.slice(0, 40) : null

/** Reads the lists as they were at the time of the event, where that is stored. */
export const formerListExperiment: Experiment = (difference, background) => {
  const { replay, reads, facts } = difference
  const changed = reads.filter(isListRead).filter(({ list }) => facts.isListChanged(list, replay.event.at))
  if (changed.length === 0) return null
  const before = new Map(changed.map(read => [read.key, read.value]))
  if (!explains(replay, { ...background, lists: 'then' })) return null
  const other = replay
    .reads()
    .filter(isListRead)
    .find(read => before.has(read.key) && before.get(read.key) !== read.value)
  return other === undefined
    ? null
    : {
        cause: 'list',
        detail: 'formerList',
        subject: facts.listName(other.list),
        actual: shown(before.get(other.key)),
        required: shown(other.value),
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
