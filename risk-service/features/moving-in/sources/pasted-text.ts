import { fileNameOf } from '../../configuration/files/file-names.ts'
import { isVelocityText } from './velocity-text.ts'

const heading = /^[ \t]*\/\/[ \t]*(rule|velocity set):[ \t]*(\S.*?)[ \t]*$/i
const names = { rule: 'Pasted rule', set: 'Pasted velocities' } as const

/**
 * Divides a text from the clipboard of the former editor into files: a line `// Rule: Name` or `// Velocity set: Name`
 * begins one. What stands before the first is a rule, or where it selects, a velocity set.
 */
export function dividePasted(text: string, assessment: string): Map<string, string> {
  const files = new Map<string, string>()
  let current: { name: string | null; isSet: boolean | null; lines: string[] } = { name: null, isSet: null, lines: [] }
  const close = (): void => {
    const content = current.lines.join('\n').trim()
    if (content === '' && current.name === null) return
    const isSet = current.isSet ?? isVelocityText(content)
    const name = current.name ?? (isSet ? names.set : names.rule)
    const folder = isSet ? 'velocities' : `rules/${assessment}`
    const path = (number: number): string => `${folder}/${fileNameOf(number === 1 ? name : `${name} ${number}`)}.fql`
    let number = 1
    while (files.has(path(number))) number++
    files.set(path(number), `${content}\n`)
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const found = heading.exec(line)
    if (found === null) current.lines.push(line)
    else {
      close()
      current = { name: found[2] ?? '', isSet: found[1]?.toLowerCase() !== 'rule', lines: [] }
    }
  }
  close()
  return files
}
