import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

export interface AnnounceOptions {
  /** Interrupts the current speech. Only for messages that block the user. */
  assertive?: boolean
}
export type Announce = (message: string, options?: AnnounceOptions) => void

const AnnouncerContext = createContext<Announce | null>(null)
/** Screen readers drop messages in quick succession: the last one within this time, in milliseconds, is announced. */
const coalesce = 500

/** Mounts the two live regions of the application, before its content. All announcements use `useAnnounce`. */
export function AnnouncerProvider({
  children,
}: {
  /** The application. */
  children: ReactNode
}) {
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  const timers = useRef<{ polite?: ReturnType<typeof setTimeout>; assertive?: ReturnType<typeof setTimeout> }>({})

  const announce = useMemo<Announce>(
    () => (message, options) => {
      const level = options?.assertive ? 'assertive' : 'polite'
      const show = level === 'assertive' ? setAssertive : setPolite
      clearTimeout(timers.current[level])
      // An unchanged region is not read again: it is emptied first.
      show('')
      timers.current[level] = setTimeout(() => show(message), coalesce)
    },
    [],
  )

  useEffect(() => {
    const pending = timers.current
    return () => {
      clearTimeout(pending.polite)
      clearTimeout(pending.assertive)
    }
  }, [])

  return (
    <AnnouncerContext value={announce}>
      <div className="sr-only" data-slot="announcer">
        <div role="status" aria-live="polite" aria-atomic="true">
          {polite}
        </div>
        <div role="alert" aria-live="assertive" aria-atomic="true">
          {assertive}
        </div>
      </div>
      {children}
    </AnnouncerContext>
  )
}

const silent: Announce = () => undefined

/** Announces a short, translated message to assistive technology. */
export function useAnnounce(): Announce {
  return useContext(AnnouncerContext) ?? silent
}
