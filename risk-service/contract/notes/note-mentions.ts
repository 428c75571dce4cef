/** A user as a note can mention them: by name, by user name, or by the part of the user name before the `@`. */
export interface MentionablePerson {
  userId: string
  name: string
  username: string
}
/** A mention in a text, from the `@` to the end of the name, in UTF-16 code units. */
export interface MentionRange {
  userId: string
  from: number
  to: number
}

/** Returns the part of a user name before the `@`. */
export const aliasOf = (username: string): string => username.split('@')[0] ?? username

const folded = (text: string) => text.toLowerCase()
/** A character that continues a word: `@ann` does not mention the user `an`, and no mail address mentions its domain. */
const wordCharacter = /[\p{L}\p{N}_]/u

/**
 * Returns the mentions in a text, in the order of the text. The longest name that fits counts; a name that several
 * people have mentions nobody, because their user names distinguish them.
 */
export function findMentions(text: string, people: readonly MentionablePerson[]): MentionRange[] {
  const owners = new Map<string, string | null>()
  for (const { userId, name, username } of people)
    for (const word of new Set([name, username, aliasOf(username)].map(folded))) {
      const owner = owners.get(word)
      if (word !== '') owners.set(word, owner === undefined || owner === userId ? userId : null)
    }
  const words = [...owners.keys()].sort((a, b) => b.length - a.length)
  const found: MentionRange[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at > 0 && wordCharacter.test(text.charAt(at - 1))) continue
    const word = words.find(
      each =>
        folded(text.slice(at + 1, at + 1 + each.length)) === each &&
        !wordCharacter.test(text.charAt(at + 1 + each.length)),
    )
    const userId = word === undefined ? undefined : owners.get(word)
    if (word !== undefined && typeof userId === 'string') found.push({ userId, from: at, to: at + 1 + word.length })
  }
  return found
}
