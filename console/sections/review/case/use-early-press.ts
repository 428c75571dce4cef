import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaseCommand } from './review-buttons.ts'

/** A key of a command, pressed while the review of the shown case was about to begin. */
export interface EarlyPress {
  /** Id of its button. */
  id: string
  command: CaseCommand
  /** By the clock of events. */
  timeStamp: number
}

interface EarlyPressOptions {
  /** The case is shown, and its review is about to begin. */
  waits: boolean
  /** Its review has begun. */
  begun: boolean
  /** Carries out the command of the noted press. */
  onBegun: (command: CaseCommand) => void
}

interface EarlyPresses {
  /** The press that waits; null for none. */
  noted: EarlyPress | null
  note: (press: EarlyPress) => void
}

/** Now, by the clock of events, which no other function of every browser reads. */
const eventTime = (): number => new Event('time').timeStamp

/**
 * Between a decision and the begin of the next review a case is shown that cannot be decided yet. The last key that is
 * pressed then works when its review begins. It is dropped when the review does not begin, and when another case is
 * shown. A key from before the case was painted is meant for the case before, and is never noted.
 */
export function useEarlyPress({ waits, begun, onBegun }: EarlyPressOptions): EarlyPresses {
  const [noted, setNoted] = useState<EarlyPress | null>(null)
  const paintedAt = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (!waits) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is painted after its callbacks; a task scheduled in one runs after that.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        paintedAt.current = eventTime()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      paintedAt.current = Number.POSITIVE_INFINITY
    }
  }, [waits])
  const carryOut = useEffectEvent(onBegun)
  useEffect(() => {
    if (waits || noted === null) return
    setNoted(null)
    if (begun) carryOut(noted.command)
  }, [waits, begun, noted])
  // Also where the page stays, hidden, while another case is shown.
  useEffect(() => () => setNoted(null), [])
  return {
    noted,
    note: press => {
      if (press.timeStamp >= paintedAt.current) setNoted(press)
    },
  }
}
