import { useSearchParams } from 'react-router-dom'
import { useParameterText } from '../../router/use-parameter-text.ts'

const textParameter = 'q'

export interface ListSearch {
  /** What is looked for, as it was typed. */
  text: string
  /** Something is looked for. */
  looking: boolean
  look: (text: string) => void
  /** Whether one of these texts has what is looked for, in any letter case; all do when nothing is. */
  matches: (...texts: readonly string[]) => boolean
  parameters: URLSearchParams
  /** Writes a parameter of the address; an empty one goes. `push`: the way back leads to the address as it is now. */
  set: (parameter: string, value: string, how?: 'replace' | 'push') => void
}

/**
 * The search of a list, and whatever else of it is in the address: it survives a reload and can be sent to a colleague.
 */
export function useListSearch(): ListSearch {
  const [parameters, setParameters] = useSearchParams()
  const set: ListSearch['set'] = (parameter, value, how = 'replace') =>
    setParameters(
      current => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(parameter)
        else next.set(parameter, value)
        return next
      },
      { replace: how === 'replace' },
    )
  const [text, look] = useParameterText(parameters.get(textParameter) ?? '', next => set(textParameter, next))
  const wanted = text.trim().toLocaleLowerCase()
  return {
    text,
    look,
    looking: wanted !== '',
    parameters,
    set,
    matches: (...texts) => wanted === '' || texts.join('\n').toLocaleLowerCase().includes(wanted),
  }
}
