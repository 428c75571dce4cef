const hardDelimiters = /[,;\t\r\n\u060c\u061b\uff0c\uff1b\u3001]+/
const quotes = /^(["'“„«])(.*)(["'”“»])$/s

/**
 * Splits a pasted text at commas, semicolons, tabs and line ends of any script, optionally at spaces, too. Quotes and
 * empty pieces are removed.
 */
export function splitDelimited(text: string, atSpaces = false): string[] {
  return text
    .split(atSpaces ? new RegExp(`(?:${hardDelimiters.source}|\\s)+`) : hardDelimiters)
    .map(piece => piece.trim().replace(quotes, '$2').trim())
    .filter(piece => piece !== '')
}

/** True when a pasted text has more than one piece. */
export const isDelimited = (text: string, atSpaces = false): boolean =>
  hardDelimiters.test(text.trim()) || (atSpaces && /\s/.test(text.trim()))

export interface MergedTags {
  tags: string[]
  added: string[]
  /** Pieces that were in the list before, as they were written. */
  duplicates: string[]
}

/** Adds pieces to a list; an existing one, without regard to case, is not added again. */
export function mergeTags(
  tags: readonly string[],
  pieces: readonly string[],
  normalize: (text: string) => string = text => text,
): MergedTags {
  const existing = new Set(tags.map(tag => normalize(tag).toLowerCase()))
  const merged: MergedTags = { tags: [...tags], added: [], duplicates: [] }
  for (const piece of pieces) {
    const tag = normalize(piece)
    if (tag === '') continue
    if (existing.has(tag.toLowerCase())) merged.duplicates.push(tag)
    else {
      existing.add(tag.toLowerCase())
      merged.tags.push(tag)
      merged.added.push(tag)
    }
  }
  return merged
}
