import type { CaseRow } from '@assay/risk-service/contract'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'
import { paintFirst } from '../../../../platform/api/paint-first.ts'
import { type CaseAddress, useCaseLinks } from '../../../../platform/cases/case-links.ts'

/** A case and the queue that its address names. */
export type CasePlace = CaseAddress & Pick<CaseRow, 'queueId'>

/** The page of a case is one for each event: what is open and typed there belongs to it. */
export const casePageKey = ({ environmentId, eventType, externalId }: CaseAddress): string =>
  `${environmentId}/${eventType}/${externalId}`

/** A queue without a case that the caller could review now. */
export interface EmptyQueue {
  id: string
  environmentId: string
  name: string
  /** Number of cases that others review. */
  underReview: number
}

export interface Advance {
  /** The decision of the case before is under way, then the start of the review of the one that is shown. */
  pending: boolean
  /** False as soon as the user has left the review of cases. */
  isPresent: () => boolean
  /** Shows the next case while the decision of this one is under way. The page of this one stays, hidden. */
  begin: (from: CasePlace, to: CasePlace) => void
  /** The review of a case has begun: shows it, unless it is shown already. */
  finish: (next: CasePlace) => void
  /** There is no further case in the queue. */
  end: (queue: EmptyQueue) => void
  /** The next review has not begun, for a reason that the page does not know: the case can be started by hand. */
  stay: () => void
  /** Shows the case again whose decision, or whose next review, was refused; false: its page is not here any more. */
  back: (to: CasePlace) => boolean
  /** Names the case that is probably next: its page is drawn ahead, hidden, so that showing it takes no time. */
  prepare: (next: CasePlace | null) => void
}

interface Advancing {
  advance: Advance
  /** The case to show: that of the address, or the one that the address is about to name. */
  shown: CasePlace
  /** Pages that stay or are drawn ahead without being shown. */
  hidden: readonly CasePlace[]
  /** The queue that has no further case; null while a case is shown. */
  empty: EmptyQueue | null
}

/**
 * From one case to the next without waiting for the service. The decision that was made is sent meanwhile; when it is
 * refused its page is shown again with everything that was typed.
 * @param named the case of the address
 */
export function useAdvance(named: CasePlace): Advancing {
  const navigate = useNavigate()
  const { key, search } = useLocation()
  const { caseHref } = useCaseLinks()
  const [left, setLeft] = useState<{ place: CasePlace; returns: boolean } | null>(null)
  const [ahead, setAhead] = useState<CasePlace | null>(null)
  /** The case that is shown before the address names it, which takes the router a frame or two; `key`: the address. */
  const [early, setEarly] = useState<{ place: CasePlace; key: string } | null>(null)
  // Another address, also the same one again, leaves what is shown of an empty queue. `arriving`: the address of the
  // key is about to be replaced by that of the next case, which the queue does not have any more.
  const [empty, setEmpty] = useState<{ queue: EmptyQueue; key: string; arriving: boolean } | null>(null)
  // The answers of the service meet a page that is hidden by then: what it was drawn with is out of date.
  const current = useRef<{ place: CasePlace; key: string; search: string } | null>(null)
  /** The case that the address is about to name: answers may arrive before it does. */
  const heading = useRef<CasePlace | null>(null)
  useLayoutEffect(() => {
    current.current = { place: named, key, search }
    heading.current = null
    return () => {
      current.current = null
    }
  }, [named, key, search])
  /** The case whose page stays until it is certain what became of it. */
  const leaving = useRef<string | null>(null)
  /** Lets the address name the case that is shown; null: it does already. */
  const follow = useRef<(() => void) | null>(null)
  const steps = useMemo((): Omit<Advance, 'pending'> => {
    const close = () => {
      leaving.current = null
      setLeft(null)
    }
    const isShown = (place: CasePlace) =>
      current.current !== null && casePageKey(heading.current ?? current.current.place) === casePageKey(place)
    const show = (place: CasePlace, options: NavigateOptions = {}) => {
      follow.current = null
      if (isShown(place)) return
      heading.current = place
      void navigate(caseHref(place), options)
    }
    return {
      isPresent: () => current.current !== null,
      begin: (from, to) => {
        leaving.current = casePageKey(from)
        setLeft({ place: from, returns: false })
        // A tab of the address would be shown for a frame.
        const begun = current.current
        if (begun?.search === new URL(caseHref(to), location.href).search) setEarly({ place: to, key: begun.key })
        const following = () => {
          // Whoever has gone elsewhere meanwhile stays there.
          if (begun !== null && current.current?.key === begun.key) show(to, { flushSync: true })
        }
        follow.current = following
        void paintFirst().then(() => {
          if (follow.current === following) following()
        })
      },
      finish: next => {
        close()
        if (current.current !== null) show(next)
      },
      end: queue => {
        close()
        follow.current = null
        if (current.current !== null) setEmpty({ queue, key: current.current.key, arriving: heading.current !== null })
      },
      stay: () => {
        close()
        follow.current?.()
      },
      back: to => {
        const isLeaving = leaving.current === casePageKey(to)
        leaving.current = null
        if (current.current === null || (!isLeaving && !isShown(to))) return false
        // Its page stays until the address names it again.
        setLeft(before => (before === null ? null : { ...before, returns: true }))
        setEarly(null)
        show(to)
        return true
      },
      prepare: next =>
        setAhead(before =>
          next !== null && before !== null && casePageKey(before) === casePageKey(next) ? before : next,
        ),
    }
  }, [navigate, caseHref])
  // The address of before may come back: it names its own case then.
  if (early !== null && early.key !== key) setEarly(null)
  const shown = early?.key === key ? early.place : named
  const shownKey = casePageKey(shown)
  if (empty?.arriving === true && empty.key !== key) setEmpty({ ...empty, key, arriving: false })
  if (left?.returns === true && casePageKey(left.place) === shownKey) setLeft(null)
  const pending = left?.returns === false
  const advance = useMemo(() => ({ ...steps, pending }), [steps, pending])
  const hidden = new Map([left?.place, ahead].flatMap(place => (place ? [[casePageKey(place), place]] : [])))
  hidden.delete(shownKey)
  return {
    advance,
    shown,
    hidden: [...hidden.values()],
    empty: empty !== null && !empty.arriving && empty.key === key ? empty.queue : null,
  }
}
