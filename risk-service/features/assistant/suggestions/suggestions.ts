import { assistantLimits } from '../../../contract/assistant/assistant-definitions.ts'
import type { Intent } from '../../../contract/assistant/intents.ts'
import { type SuggestionKey, suggestions } from '../../../contract/assistant/suggestions.ts'
import type { Capability } from '../../../contract/index.ts'
import { levelIn } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { MessageTexts } from '../../../ports/index.ts'

const entries = Object.entries(suggestions) as [SuggestionKey, { pages: readonly string[]; needs: Capability }][]

/**
 * Returns the questions that are suggested on a page: those of the page first, then general ones, and none that the
 * caller has no right to an answer of.
 */
export function suggestionsFor(
  { principal, tree }: Pick<EnvironmentCallContext, 'principal' | 'tree'>,
  { environmentId, page }: { environmentId: string; page: string },
): { message: SuggestionKey }[] {
  const path = page.split(/[?#]/)[0] ?? '/'
  const mayRead = ({ needs }: { needs: Capability }) => levelIn(principal, environmentId, needs, tree) !== 'none'
  /** Characters of the longest page of a question that the address begins with; 0: it is a general one. */
  const fit = (pages: readonly string[]) =>
    Math.max(
      -1,
      ...pages.map(each => (each === '/' ? 0 : path === each || path.startsWith(`${each}/`) ? each.length : -1)),
    )
  return entries
    .filter(([, question]) => fit(question.pages) >= 0 && mayRead(question))
    .map(([message, { pages }], index) => ({ message, fit: fit(pages), index }))
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .slice(0, assistantLimits.suggestions)
    .map(({ message }) => ({ message }))
}

/** Returns what a suggested question wants, by its text in a language; null for a question that somebody wrote. */
export async function intentOfSuggestion(
  texts: MessageTexts | null,
  locale: string,
  question: string,
): Promise<Intent | null> {
  const catalogue = await texts?.in(locale).catch(() => null)
  if (!catalogue) return null
  const found = (Object.keys(suggestions) as SuggestionKey[]).find(
    message => catalogue.has(message) && catalogue.format(message) === question,
  )
  return found === undefined ? null : suggestions[found].intent
}
