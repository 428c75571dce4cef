import { z } from 'zod'
import { type QueueSettings, queueSettingsSchema } from '../../../contract/cases/queue-entities.ts'
import { assessmentKeySchema } from '../../../contract/common/entities.ts'
import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { createQueueIn, loadStoredQueues } from '../../cases/queues/change-queue.ts'
import { loadReviewers } from '../../cases/queues/reviewers.ts'
import { createMoved, createNote, type ObjectPlace, placeOfFile } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { refusalOf } from '../model/refusal-notes.ts'
import { schemaNotes } from '../model/schema-notes.ts'
import { readJson } from './read-json.ts'

/** People are named by their user name: ids are those of another installation. */
const people = z.array(z.string().trim().min(1).max(320)).max(200).default([])
const fileSchema = queueSettingsSchema
  .omit({ name: true, assignedUsers: true, assignedGroups: true, supervisors: true, escalationQueueId: true })
  .extend({ assessment: assessmentKeySchema, assignedUsers: people, supervisors: people })
  .strict()

/** Ends a dry run, which is refused for what the change is refused for. */
class Rollback extends Error {}

interface QueuesPart {
  objects: MovedObject[]
  /** Names of queues that routing rules may name afterwards. */
  names: string[]
  changed: boolean
}

/**
 * Creates the queues of `queues/<name>.json`. One that exists stays as it is. `reviewers`: users who may review once the
 * roles of a dry run are theirs.
 */
export async function moveQueues(
  context: MovingContext,
  files: ReadonlyMap<string, string>,
  { dryRun, reviewers: planned }: { dryRun: boolean; reviewers: ReadonlyMap<string, string> },
): Promise<QueuesPart> {
  const own = [...files].filter(([path]) => placeOfFile(path).kind === 'queue')
  if (own.length === 0) return { objects: [], names: [], changed: false }
  const stored = new Map(
    (await loadStoredQueues(context.importer.ports.db, context.environmentId)).map(queue => [
      queue.name.toLowerCase(),
      queue,
    ]),
  )
  const reviewers = new Map(
    (await loadReviewers(context.queues, context.environmentId)).map(({ id, username }) => [
      username.toLowerCase(),
      id,
    ]),
  )
  for (const [name, id] of planned) reviewers.set(name, id)
  const part: QueuesPart = { objects: [], names: [], changed: false }
  const named = new Set<string>()
  for (const [path, text] of own) {
    const place = placeOfFile(path)
    const key = place.name.toLowerCase()
    if (named.has(key)) {
      part.objects.push(createMoved(place, { notes: [createNote('repeated', { name: place.name })] }))
      continue
    }
    named.add(key)
    const read = readQueue(text, place)
    const before = stored.get(key)
    if ('notes' in read) {
      part.objects.push(createMoved(place, read))
      continue
    }
    const { missing, settings } = withPeople(read, reviewers)
    const notes = missing.length === 0 ? [] : [createNote('people', { people: missing.join(', ') })]
    if (before !== undefined) {
      const same = before.event_type === read.assessment && isSameJson(before.settings, settings)
      part.objects.push(createMoved(place, { notes: same ? notes : [createNote('differs'), ...notes] }))
    } else if (!context.may('cases.queues.define'))
      part.objects.push(createMoved(place, { notes: [createNote('noRight')] }))
    else {
      const storable = withoutPeople(settings, new Set(planned.values()))
      const fault = await refusalOf(create(context, read.assessment, storable, dryRun))
      if (fault === null) part.names.push(place.name)
      part.changed ||= fault === null && !dryRun
      part.objects.push(createMoved(place, fault === null ? { action: 'create', notes } : { notes: [...notes, fault] }))
    }
  }
  return part
}

type ReadQueue = Omit<z.output<typeof fileSchema>, never> & { name: string }

function readQueue(text: string, place: ObjectPlace): ReadQueue | { notes: MoveNote[] } {
  const json = readJson(text)
  if ('note' in json) return { notes: [json.note] }
  const name = queueSettingsSchema.shape.name.safeParse(place.name)
  const read = fileSchema.safeParse(json.value)
  if (!name.success) return { notes: schemaNotes(name.error, place.name) }
  return read.success ? { ...read.data, name: name.data } : { notes: schemaNotes(read.error, json.value) }
}

/** Returns the settings with the people who may review here, and the names of the others. */
function withPeople(
  { assessment: _assessment, assignedUsers, supervisors, ...settings }: ReadQueue,
  reviewers: ReadonlyMap<string, string>,
): { settings: QueueSettings; missing: string[] } {
  const idsOf = (names: readonly string[]): string[] => names.flatMap(each => reviewers.get(each.toLowerCase()) ?? [])
  const missing = [...new Set([...assignedUsers, ...supervisors])].filter(each => !reviewers.has(each.toLowerCase()))
  const found = { assignedUsers: idsOf(assignedUsers), supervisors: idsOf(supervisors) }
  return {
    missing,
    settings: {
      ...settings,
      ...found,
      assignedGroups: [],
      escalationQueueId: null,
      // Nobody could take what is escalated.
      escalation: settings.escalation && found.supervisors.length > 0,
    },
  }
}

/** Returns the settings without people who have no stored role that reviews yet. */
function withoutPeople(settings: QueueSettings, planned: ReadonlySet<string>): QueueSettings {
  const supervisors = settings.supervisors.filter(id => !planned.has(id))
  return {
    ...settings,
    supervisors,
    assignedUsers: settings.assignedUsers.filter(id => !planned.has(id)),
    escalation: settings.escalation && supervisors.length > 0,
  }
}

const create = (
  { importer, queues, environmentId }: MovingContext,
  assessment: string,
  settings: QueueSettings,
  dryRun: boolean,
): Promise<void> =>
  importer.ports.db
    .transaction()
    .execute(async (trx: Db) => {
      await createQueueIn(trx, queues, { environmentId, queueId: importer.ports.newId(), assessment, settings })
      if (dryRun) throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
