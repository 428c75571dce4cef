import type { Queue } from '@assay/risk-service/contract'

export const queueScopes = ['assigned', 'all', 'supervised', 'overdue'] as const
export type QueueScope = (typeof queueScopes)[number]
export const queueSorts = ['name', 'pending', 'oldest', 'risk'] as const
export type QueueSort = (typeof queueSorts)[number]

const inScope: Record<QueueScope, (queue: Queue) => boolean> = {
  assigned: ({ rights }) => rights.assigned,
  all: () => true,
  supervised: ({ rights }) => rights.supervise,
  overdue: ({ counts }) => counts.overdue > 0,
}

/** Number of queues in each scope. */
export const scopeCounts = (queues: readonly Queue[]): Record<QueueScope, number> =>
  Object.fromEntries(queueScopes.map(scope => [scope, queues.filter(inScope[scope]).length])) as Record<
    QueueScope,
    number
  >

const oldestOf = ({ counts }: Queue) =>
  counts.oldestEnteredAt === null ? Infinity : Date.parse(counts.oldestEnteredAt)

/** What needs attention comes first: most cases, longest wait, most overdue ones. Equal queues are in order of name. */
const comparisons: Record<QueueSort, (a: Queue, b: Queue) => number> = {
  name: () => 0,
  pending: (a, b) => b.counts.pending - a.counts.pending,
  // Two queues without a case are equal, and no number is between two infinities.
  oldest: (a, b) => (oldestOf(a) === oldestOf(b) ? 0 : oldestOf(a) - oldestOf(b)),
  risk: (a, b) => b.counts.overdue - a.counts.overdue || b.counts.slaAtRisk - a.counts.slaAtRisk,
}

interface QueueSelection {
  scope: QueueScope
  /** Part of a name or description, in any case. */
  text: string
  sort: QueueSort
  /** BCP 47 tag by which names are put in order. */
  locale: string
}

/** The queues that a page shows, in their order. */
export function selectQueues(queues: readonly Queue[], { scope, text, sort, locale }: QueueSelection): Queue[] {
  const part = text.trim().toLocaleLowerCase(locale)
  const names = new Intl.Collator(locale, { numeric: true })
  return queues
    .filter(inScope[scope])
    .filter(({ name, description }) => [name, description].some(each => each.toLocaleLowerCase(locale).includes(part)))
    .sort((a, b) => comparisons[sort](a, b) || names.compare(a.name, b.name))
}
