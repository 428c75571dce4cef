const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML, in elements and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, char => entities[char] ?? char)

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

function table(lines: readonly string[]): string {
  // A bar behind a backslash is text.
  const rows = lines.map(line =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map(cell => inline(cell.trim().replaceAll('\\|', '|'))),
  )
  const [head = [], , ...body] = rows
  return `<table><thead><tr>${head.map(cell => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${body
    .map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map(cell => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`
}

/** A contract of a component as HTML: it consists of headings, paragraphs, lists and tables only. */
export function contractHtml(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(block => {
      const lines = block.split('\n')
      const heading = /^(#+) (.*)$/.exec(block)
      if (heading) return `<h4>${inline(heading[2] ?? '')}</h4>`
      if (lines.every(line => line.startsWith('|'))) return table(lines)
      if (lines.every(line => line.startsWith('- ')))
        return `<ul>${lines.map(line => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
      return `<p>${inline(block)}</p>`
    })
    .join('\n')
}
