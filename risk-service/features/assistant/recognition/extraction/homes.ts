/** Where a subject of the product is at home. */
export interface Home {
  topic: string
  /** Route of the product. */
  page: string
}

const homes: readonly (readonly [concept: string, page: string])[] = [
  ['routing', '/casemanagement/routingrules'],
  ['velocity', '/data/velocities'],
  ['function', '/data/functions'],
  ['note', '/search'],
  ['log', '/settings/audit'],
  ['queue', '/casemanagement/queues'],
  ['case', '/casemanagement/queues'],
  ['list', '/data/lists/custom'],
  ['clause', '/fraud/purchase/rules'],
  ['rule', '/fraud/purchase/rules'],
  ['environment', '/environments'],
  ['access', '/settings/access'],
  ['cutoff', '/reports/scores'],
  ['score', '/reports/scores'],
  ['filter', '/search'],
  ['find', '/search'],
  ['chargeback', '/reports/summary'],
  ['rate', '/reports/summary'],
  ['transaction', '/search'],
  ['customer', '/search'],
]

/** The subject of a question and its page. */
export function homeOf(concepts: ReadonlySet<string>): Home | undefined {
  const found = homes.find(([concept]) => concepts.has(concept))
  return found === undefined ? undefined : { topic: found[0], page: found[1] }
}
