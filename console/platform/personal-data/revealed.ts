import type { RevealSubject } from '@assay/risk-service/contract'
import type { QueryClient } from '@tanstack/react-query'

/** Key under which the client keeps until when the values of a page are shown. */
export const revealedKey = (environmentId: string, subjects: readonly RevealSubject[]) =>
  ['revealed', environmentId, JSON.stringify(subjects)] as const

/** Reads everything again that may contain masked values: what is not on screen is dropped, so that it cannot be seen. */
async function readAgain(queries: QueryClient): Promise<void> {
  queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'revealed' })
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'revealed' })
}

/** Shows the values that were revealed, and masks them when their time is over. */
export async function showRevealed(
  queries: QueryClient,
  key: ReturnType<typeof revealedKey>,
  expiresAt: string,
): Promise<void> {
  queries.setQueryData(key, expiresAt)
  setTimeout(
    () => {
      queries.removeQueries({ queryKey: key })
      void readAgain(queries)
    },
    Math.max(0, Date.parse(expiresAt) - Date.now()),
  )
  await readAgain(queries)
}
