import { assistantLimits } from '../../../../contract/assistant/assistant-definitions.ts'
import { pageAddress, rulesAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, term, text, time } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { ifReadable } from '../../composition/readable.ts'

/** Adds a sentence for each row up to the limit, and where the others are. */
function sayEach<Row>(
  answer: AnswerBuilder,
  rows: readonly Row[],
  { page, source, add }: { page: string; source: number; add: (row: Row) => void },
): void {
  for (const row of rows.slice(0, assistantLimits.rows)) add(row)
  if (rows.length > assistantLimits.rows)
    answer.add(
      'Assistant.Sentence.MoreRows',
      { count: count(rows.length - assistantLimits.rows), page: term('page', page) },
      source,
    )
}

/** Rows whose name contains what the question names; all without a name. */
const named = <Row>(rows: readonly Row[], name: string | undefined, nameOf: (row: Row) => string): readonly Row[] => {
  const found = rows.filter(row =>
    nameOf(row)
      .toLowerCase()
      .includes((name ?? '').toLowerCase()),
  )
  return found.length === 0 ? rows : found
}

/** The environments that the user can see. */
export async function overviewEnvironments({ reads, signal }: Question, answer: AnswerBuilder): Promise<void> {
  const page = '/environments'
  const environments = (await reads.environments.list(undefined, { signal })).filter(({ hasAccess }) => hasAccess)
  const source = answer.cite({ kind: 'environment', title: term('page', page), href: page })
  answer.add('Assistant.Sentence.EnvironmentCount', { count: count(environments.length) }, source)
  sayEach(answer, environments, {
    page,
    source,
    add: ({ friendlyName, kind, createdAt }) =>
      answer.add(
        'Assistant.Sentence.EnvironmentRow',
        { environment: text(friendlyName), kind: term('environmentKind', kind), at: time(createdAt) },
        source,
      ),
  })
}

/** Queues with the number of their cases. */
export async function overviewQueues(question: Question, answer: AnswerBuilder): Promise<void> {
  const page = '/casemanagement/queues'
  const { environmentId, reads, signal, recognition } = question
  const queues = await reads.queues.list({ environmentId }, { signal })
  const source = answer.cite({ kind: 'queue', title: term('page', page), href: page })
  const isMixed = new Set(queues.map(each => each.environmentId)).size > 1
  // Environments below have queues of the same names.
  const nameOf = ({ name, environmentName }: (typeof queues)[number]) =>
    isMixed ? `${name} (${environmentName})` : name
  const openOf = ({ counts }: (typeof queues)[number]) =>
    counts.pending + counts.inReview + counts.onHold + counts.awaitingApproval + counts.escalated
  answer.add(
    'Assistant.Sentence.QueueCount',
    { count: count(queues.length), cases: count(queues.reduce((sum, queue) => sum + openOf(queue), 0)) },
    source,
  )
  sayEach(
    answer,
    named(queues, recognition.slots.name, ({ name }) => name),
    {
      page,
      source,
      add: queue =>
        answer.add(
          'Assistant.Sentence.QueueRow',
          {
            queue: text(nameOf(queue)),
            open: count(openOf(queue)),
            waiting: count(queue.counts.pending),
            overdue: count(queue.counts.overdue),
          },
          answer.cite({ kind: 'queue', title: text(nameOf(queue)), href: `/casemanagement/queues/${queue.id}` }),
        ),
    },
  )
}

/** Velocity sets with their last change. */
export async function overviewVelocities(question: Question, answer: AnswerBuilder): Promise<void> {
  const page = '/data/velocities'
  const { environmentId, reads, signal, recognition } = question
  const sets = await reads.velocities.list({ environmentId }, { signal })
  const source = answer.cite({ kind: 'velocity', title: term('page', page), href: page })
  answer.add(
    'Assistant.Sentence.VelocityCount',
    {
      count: count(sets.length),
      velocities: count(sets.reduce((sum, { velocities }) => sum + velocities.length, 0)),
    },
    source,
  )
  sayEach(
    answer,
    named(sets, recognition.slots.name, ({ name }) => name),
    {
      page,
      source,
      add: ({ id, name, system, status, velocities, updatedBy, updatedAt }) => {
        const own = answer.cite({ kind: 'velocity', title: text(name), href: pageAddress(page, { set: id }) })
        const shown = { set: text(name), velocities: count(velocities.length) }
        if (system) answer.add('Assistant.Sentence.VelocitySystemRow', shown, own)
        else
          answer.add(
            'Assistant.Sentence.VelocityRow',
            { ...shown, status: term('status', status), person: text(updatedBy), at: time(updatedAt) },
            own,
          )
      },
    },
  )
}

/** Custom lists and support lists with their sizes; each kind needs its own right. */
export async function overviewLists(question: Question, answer: AnswerBuilder): Promise<void> {
  const page = '/data/lists/custom'
  const { environmentId, reads, signal, recognition } = question
  const { rows, total } = await reads.customLists.list({ environmentId, limit: 200 }, { signal })
  const source = answer.cite({ kind: 'list', title: term('page', page), href: page })
  answer.add('Assistant.Sentence.ListCount', { count: count(total) }, source)
  sayEach(
    answer,
    named(rows, recognition.slots.name, ({ name }) => name),
    {
      page,
      source,
      add: ({ id, name, rows: size, updatedAt }) =>
        answer.add(
          'Assistant.Sentence.ListRow',
          { list: text(name), rows: count(size), at: time(updatedAt) },
          answer.cite({ kind: 'list', title: text(name), href: pageAddress(page, { list: id }) }),
        ),
    },
  )
  const supportPage = '/data/lists/support'
  for (const { id, name, entries } of (await ifReadable(reads.supportLists.list({ environmentId }, { signal }))) ?? [])
    answer.add(
      'Assistant.Sentence.SupportListRow',
      { list: text(name), entries: count(entries) },
      answer.cite({ kind: 'list', title: text(name), href: pageAddress(supportPage, { list: id }) }),
    )
}

/** How many rules each assessment has, and those of the one that the question names. */
export async function overviewRules(question: Question, answer: AnswerBuilder): Promise<void> {
  const page = '/rulesconfiguration'
  const { environmentId, reads, signal, recognition } = question
  const { assessment } = recognition.slots
  const overview = (await reads.rules.overview({ environmentId }, { signal })).filter(
    ({ eventType }) => assessment === undefined || eventType === assessment,
  )
  const source = answer.cite({ kind: 'rule', title: term('page', page), href: page })
  for (const { name, active, inactive, publishedBy, publishedAt } of overview.slice(0, assistantLimits.rows)) {
    answer.add(
      'Assistant.Sentence.RuleCount',
      { assessment: text(name), active: count(active), inactive: count(inactive) },
      source,
    )
    if (publishedBy !== null && publishedAt !== null)
      answer.add(
        'Assistant.Sentence.RulePublished',
        { assessment: text(name), person: text(publishedBy), at: time(publishedAt) },
        source,
      )
  }
  if (assessment === undefined) return
  const rules = await reads.rules.list({ environmentId, eventType: assessment }, { signal })
  sayEach(answer, rules, {
    page,
    source,
    add: ({ id, name, status, decided24h }) =>
      answer.add(
        'Assistant.Sentence.RuleRow',
        { rule: text(name), status: term('status', status), count: count(decided24h) },
        answer.cite({ kind: 'rule', title: text(name), href: rulesAddress(assessment, { rule: id }) }),
      ),
  })
}
