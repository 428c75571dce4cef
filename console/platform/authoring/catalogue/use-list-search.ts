import { useParameterText } from '../../router/use-parameter-text.ts'
import { textParameter, useSearchState } from '../../router/use-search-state.ts'

const searchSchema = { q: textParameter }

export interface ListSearch {
  /** What is looked for, as it was typed. */
  text: string
  /** Something is looked for. */
  looking: boolean
  look: (text: string) => void
  /** Whether one of these texts has what is looked for, in any letter case; all do when nothing is. */
  matches: (...texts: readonly string[]) => boolean
}

/** The search of a list. It is in the address, so that it survives a reload and can be sent to a colleague. */
export function useListSearch(): ListSearch {
  const [{ q: inAddress }, setSearchState] = useSearchState(searchSchema)
  const [text, look] = useParameterText(inAddress, q => setSearchState({ q }))
  const term = text.trim().toLocaleLowerCase()
  return {
    text,
    look,
    looking: term !== '',
    matches: (...texts) => term === '' || texts.join('\n').toLocaleLowerCase().includes(term),
  }
}
