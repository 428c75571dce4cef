/** A part of a line: text, emphasised text, code, or the number of a source. */
export type ChatRun = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'citation'; number: number }

/** Emphasis as `**word**`, code between backticks, sources as `[1]`. */
const mark = /\*\*([^*]+)\*\*|`([^`]+)`|\[(\d{1,3})\]/g

/** Parts of one line. A mark that is not closed yet, while an answer arrives, is text. */
function runsOf(line: string, sources: number): ChatRun[] {
  const runs: ChatRun[] = []
  let end = 0
  const addText = (text: string) => {
    if (text !== '') runs.push({ kind: 'text', text })
  }
  for (const match of line.matchAll(mark)) {
    const [all, strong, code, digits] = match
    const number = Number(digits)
    // Brackets around another number are no citation.
    if (digits !== undefined && (number < 1 || number > sources)) continue
    addText(line.slice(end, match.index))
    if (strong !== undefined) runs.push({ kind: 'strong', text: strong })
    else if (code !== undefined) runs.push({ kind: 'code', text: code })
    else runs.push({ kind: 'citation', number })
    end = match.index + all.length
  }
  addText(line.slice(end))
  return runs
}

/** Parts of a paragraph as text, without the numbers of sources. */
export const plainRuns = (runs: readonly ChatRun[]): string =>
  runs
    .map(run => (run.kind === 'citation' ? '' : run.text))
    .join('')
    .trim()

/** Paragraphs of a message, each with its lines. */
export const parseChatText = (text: string, sources: number): ChatRun[][][] =>
  text
    .split(/\n{2,}/)
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => paragraph.split('\n').map(line => runsOf(line, sources)))

/** The text as it is spoken and copied: without marks. */
export const plainChatText = (text: string): string =>
  text.replace(mark, (_all, strong?: string, code?: string) => strong ?? code ?? '').replace(/ +([.,;:!?])/g, '$1')

/** Length of the sentences of a text that are complete: while it arrives, the last one may go on. */
export function completeLength(text: string, locale: string): number {
  const sentences = [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)]
  const last = sentences.at(-1)
  if (last === undefined) return 0
  return /[\n]\s*$/.test(last.segment) ? text.length : last.index
}
