import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * State of the page in its address: it can be sent to a colleague as it is. Nothing stands there that is as it always
 * is.
 */
export function useListsSearchParams() {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>, replace = true) =>
      setParameters(
        current => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace },
      ),
    [setParameters],
  )
  return { get: (name: string) => parameters.get(name), set }
}
