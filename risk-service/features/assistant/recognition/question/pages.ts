/** Pages by which a question is understood, as pseudo concepts; the first pattern that fits counts. */
const pages: readonly (readonly [string, RegExp])[] = [
  ['page.case', /^\/casemanagement\/queues\/[^/]+\/[^/]+\/[^/]+\/./],
  ['page.event', /^\/search\/[^/]+\/[^/]+\/./],
  ['page.search', /^\/search|^\/fraud\/purchase\/support/],
  ['page.queues', /^\/casemanagement/],
  ['page.rules', /\/rules\b|rulesconfiguration|purchaserules/],
  ['page.velocities', /^\/data\/velocities/],
  ['page.functions', /^\/data\/functions/],
  ['page.lists', /^\/data\/lists/],
  ['page.environments', /^\/environments/],
  ['page.log', /^\/settings\/audit/],
  ['page.scores', /^\/reports\/scores/],
  ['page.reports', /^\/(?:reports|fraud)/],
  ['page.graph', /^\/data\/explorer/],
]

/** The pseudo concepts of a page. A case is about one event, and the report of scores and of rules is a report. */
export function pageConcepts(page: string): string[] {
  const found = pages.find(([, pattern]) => pattern.test(page))?.[0]
  if (found === undefined) return []
  const concepts = [found]
  if (found === 'page.case') concepts.push('page.event')
  if (page.startsWith('/reports') && found !== 'page.reports') concepts.push('page.reports')
  return concepts
}

/** The event or case of a page with an id at its end. */
export function idOfPage(page: string): string | undefined {
  const found = /^\/(?:search|casemanagement\/queues\/[^/]+)\/[^/]+\/[^/]+\/([^/?#]+)/.exec(page)
  if (found?.[1] === undefined) return undefined
  try {
    return decodeURIComponent(found[1])
  } catch {
    return found[1]
  }
}
