import roles from '../../../contract/access/roles.json' with { type: 'json' }
import type { Capability } from '../../../contract/index.ts'
import { type AnswerBuilder, term } from './answer-builder.ts'

/** Routes of the pages that a right opens; a page that shows one record is none to go to. */
const pageOf = (capability: Capability): string | undefined =>
  (roles.capabilities as Record<string, { routes: string[] }>)[capability]?.routes.find(route => !route.includes(':'))

/** Names the right that an answer would need, and the page that it opens. */
export function sayNoRight(answer: AnswerBuilder, capability: Capability): void {
  answer.refuse()
  const right = term('capability', capability)
  const page = pageOf(capability)
  if (page === undefined) answer.add('Assistant.Sentence.NoRightAlone', { right })
  else answer.add('Assistant.Sentence.NoRight', { right, page: term('page', page) })
}
