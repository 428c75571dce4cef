/** Helpers of the generated pages. */

/** A table; bars and line ends in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

export const code = (text: string): string => `\`${text}\``
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
/** Notice at the top of every generated page. */
export const generatedNotice = (command: string): string =>
  `<!-- Made by ${command} from the tables that the code uses. Change those, then make the page anew. -->`
