import columns from './renamed-columns.json' with { type: 'json' }

interface NamedFile {
  file: string
  entity: string
  /** Attribute by column, null for a column that has none. Columns that could be argued about are left out. */
  columns: Readonly<Record<string, string | null>>
}
type Synonyms = Readonly<Record<string, readonly string[]>>

/** Files with the attributes of their columns, to measure the guess of a mapping. */
export const namedFiles: readonly NamedFile[] = columns.namedFiles
/** Other names of the attributes, by which the words and aliases of the guess were made. */
export const synonyms: Synonyms = columns.synonyms
/** Names that were written down without a look at the vocabulary: of these, 92 to 97 of 100 were guessed right at first. */
export const laterSynonyms: Synonyms = columns.laterSynonyms
