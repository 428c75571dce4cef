import { type RefObject, useEffect, useEffectEvent } from 'react'
import { api, client } from '../api/client.ts'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import type { NotePlace } from './note-place.ts'

/** Milliseconds for which notes are in view before they count as read. */
const readingTime = 1500

/** Marks the notes on an event as read once their panel was in view for a moment. */
export function useMarkRead(panel: RefObject<HTMLElement | null>, place: NotePlace, unread: number): void {
  const { mutate } = useApiMutation({
    mutationFn: () => client.notes.markRead({ ...place }),
    invalidates: [api.notes.list.key()],
    // A mark that is lost is set at the next visit.
    onError: () => true,
  })
  const markRead = useEffectEvent(() => mutate())
  const pending = unread > 0
  useEffect(() => {
    if (!pending || !panel.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(entries => {
      clearTimeout(timer)
      if (entries.some(({ isIntersecting }) => isIntersecting)) timer = setTimeout(markRead, readingTime)
    })
    observer.observe(panel.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [panel, pending])
}
