import type { ChatRun } from '@assay/design-system'

/*
 * Marks around parts of a formatted message, in characters of private use: a message is formatted to one text, so that
 * languages may order its values as they like, and data cannot contain a mark, because it is freed of them.
 */
const marks = { strongStart: '\uE000', strongEnd: '\uE001', codeStart: '\uE002', codeEnd: '\uE003' } as const
const anyMark = /[\uE000-\uE003]/g

/** Data as a part of a text in which marks mean something. */
export const withoutMarks = (text: string): string => text.replaceAll(anyMark, '')
export const markStrong = (text: string): string => `${marks.strongStart}${text}${marks.strongEnd}`
export const markCode = (text: string): string => `${marks.codeStart}${withoutMarks(text)}${marks.codeEnd}`

/** The parts of a marked text. Code inside of emphasis is code. */
export function runsOf(marked: string): ChatRun[] {
  const runs: ChatRun[] = []
  let strong = false
  let code = false
  for (const part of marked.split(/([\uE000-\uE003])/)) {
    if (part === marks.strongStart) strong = true
    else if (part === marks.strongEnd) strong = false
    else if (part === marks.codeStart) code = true
    else if (part === marks.codeEnd) code = false
    else if (part !== '') runs.push({ kind: code ? 'code' : strong ? 'strong' : 'text', text: part })
  }
  return runs
}
