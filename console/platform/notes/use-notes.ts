import { defined, type NoteList, type NoteThread } from '@assay/risk-service/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../api/client.ts'
import { useEnvironments } from '../environments/environments.tsx'
import { useLiveEvents } from '../live/use-live-events.ts'
import { createThrottle } from '../timing/throttle.ts'
import type { NotePlace } from './note-place.ts'

/** A burst of changes is one question; others see a note within two seconds. */
const minRefetchInterval = 1000

/** The level of the signed-in user for notes of an environment, whichever environment is chosen. */
export function useNoteLevel(environmentId: string): 'none' | 'read' | 'write' {
  const { session } = useEnvironments()
  return session.environments.find(({ id }) => id === environmentId)?.capabilities.notes ?? 'none'
}

/** The notes on an event, page by page. Components that show them share one query. */
export function useNotes({ environmentId, eventType, eventId }: NotePlace, enabled: boolean) {
  const query = useInfiniteQuery(
    api.notes.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        environmentId,
        eventType,
        eventId,
        limit: 50,
        ...defined({ cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: NoteList) => page.next ?? undefined,
      enabled,
      staleTime: 30_000,
    }),
  )
  const pages = (query.data?.pages ?? []) as NoteList[]
  const [first] = pages
  return {
    query,
    threads: pages.flatMap(({ threads }): NoteThread[] => threads),
    /** Undefined until the notes are loaded. */
    summary: first && { total: first.total, unread: first.unread, readAt: first.readAt, eventId: first.eventId },
  }
}

/** Fetches the notes on an event again when others change them. Once for each event on a page. */
export function useNoteUpdates({ environmentId, eventType, eventId }: NotePlace, storedId: string | undefined): void {
  const queries = useQueryClient()
  const throttle = useMemo(
    () => createThrottle(() => void queries.invalidateQueries({ queryKey: api.notes.list.key() }), minRefetchInterval),
    [queries],
  )
  useEffect(() => throttle.cancel, [throttle])
  // `hello`: changes between the first query and the opening of the stream would be missed otherwise.
  useLiveEvents(['notes', 'hello'], event => {
    const elsewhere =
      event.kind === 'notes' &&
      (event.environmentId !== environmentId ||
        event.eventType !== eventType ||
        (event.eventId !== storedId && event.eventId !== eventId))
    if (!elsewhere) throttle.schedule()
  })
}
