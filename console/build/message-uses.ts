/** The messages that a piece of code shows: literal ids, and template literals as patterns of ids. */
export interface MessageUses {
  ids: ReadonlySet<string>
  patterns: readonly RegExp[]
}

/** Every string in the code that has the form of a message id, and every template literal that begins like one. */
export function messageUses(code: string): MessageUses {
  const ids = new Set(
    [...code.matchAll(/['"`]([A-Z][A-Za-z]+(?:\.[A-Za-z0-9]+){1,5})['"`]/g)].map(match => match[1] ?? ''),
  )
  const patterns = [...code.matchAll(/`([A-Z][A-Za-z]+\.[^`]*\$\{[^`]*)`/g)].map(match => {
    const escaped = (match[1] ?? '')
      .split(/\$\{[^}]*\}/)
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[A-Za-z0-9]+')
    return new RegExp(`^${escaped}$`)
  })
  return { ids, patterns }
}

/** The ids out of all that the code may show. */
export function usedMessages(code: string, all: readonly string[]): string[] {
  const { ids, patterns } = messageUses(code)
  return all.filter(id => ids.has(id) || patterns.some(pattern => pattern.test(id)))
}
