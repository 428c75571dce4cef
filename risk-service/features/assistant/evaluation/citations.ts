import { type SourceKind, sourceKinds } from '../../../contract/assistant/assistant-definitions.ts'
import type { AnswerSource, AssistantAnswer } from '../../../contract/index.ts'

/** Names of sources in documents, for the kinds that answers have. */
const kindByName: Readonly<Record<string, SourceKind>> = {
  transaction: 'event',
  'search detail': 'event',
  clause: 'rule',
  'rule report': 'report',
  'report function': 'report',
  'activity log': 'log',
  'audit log': 'log',
  'log entry': 'log',
  'help page': 'help',
  'help topic': 'help',
  'language reference': 'help',
  documentation: 'help',
}

const plain = (text: string): string => text.trim().toLowerCase()
const singular = (text: string): string => text.replace(/ies$/, 'y').replace(/s$/, '')

function kindOf(cite: string): SourceKind | undefined {
  const name = plain(cite)
  return (
    sourceKinds.find(kind => kind === name || kind === singular(name)) ?? kindByName[name] ?? kindByName[singular(name)]
  )
}

/** Whether an address is that of a route, or lies below it; parts with a colon stand for any value. */
function isBelow(href: string, route: string): boolean {
  const parts = (path: string): string[] => (path.split(/[?#]/)[0] ?? '').split('/').filter(Boolean)
  const address = parts(href)
  return parts(route).every((part, at) => (part.startsWith(':') ? address[at] !== undefined : part === address[at]))
}

function textsOf({ title, detail }: AnswerSource): string[] {
  return [title, detail].flatMap(value => (value !== undefined && 'value' in value ? [plain(String(value.value))] : []))
}

/** Guides are named with or without their folder and their ending. */
const guideName = (text: string): string =>
  plain(text)
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')

/**
 * Whether a source is what a row asks for: a kind of sources (`report`, `rules`), an address of the console
 * (`/reports/summary`), a guide (`docs/velocities`), or the name of the record.
 */
export function isCited(cite: string, source: AnswerSource): boolean {
  if (cite.startsWith('/')) return isBelow(source.href, cite)
  const kind = kindOf(cite)
  if (kind !== undefined) return source.kind === kind
  const texts = textsOf(source)
  return texts.some(text => text === plain(cite) || guideName(text) === guideName(cite))
}

/** What a row asks for and no source of the answer is. */
export const missingCitations = (cites: readonly string[], sources: readonly AnswerSource[]): string[] =>
  cites.filter(cite => !sources.some(source => isCited(cite, source)))

const nothing = new Set(['Assistant.Sentence.NotFound', 'Assistant.Sentence.NotFoundNamed'])

/** Whether an answer says that there is no such record: it can cite none. */
export const isOfNothing = ({ sentences, sources, refused }: AssistantAnswer): boolean =>
  !refused && sources.length === 0 && sentences.some(({ message }) => nothing.has(message))
