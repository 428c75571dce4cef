import { useEffect, useRef, useState } from 'react'
import type { Command } from './palette-groups.ts'

export interface CommandSearchRequest {
  query: string
  scope: string | undefined
  /** Fires when the answer is no longer wanted. */
  signal: AbortSignal
}
export type CommandSearch = (request: CommandSearchRequest) => Promise<readonly Command[]>

const none: readonly Command[] = []
/** A pause in typing that is worth a request. */
const debounceMs = 150

/** Asks for commands that are not known here, after a pause in typing; the last question wins. */
export function useCommandSearch(search: CommandSearch | undefined, query: string, scope: string | undefined) {
  const text = query.trim()
  const [attempt, setAttempt] = useState(0)
  const wanted = search !== undefined && text !== ''
  const key = `${attempt} ${scope ?? ''} ${text}`
  const [answer, setAnswer] = useState<{ key: string; failed: boolean; commands: readonly Command[] }>({
    key: '',
    failed: false,
    commands: none,
  })
  // The caller may write the function in place: a new one is no new question.
  const ask = useRef(search)
  useEffect(() => {
    ask.current = search
  })

  useEffect(() => {
    if (!wanted) return
    const controller = new AbortController()
    const settle = (failed: boolean, commands: readonly Command[]) => {
      if (!controller.signal.aborted) setAnswer({ key, failed, commands })
    }
    const timer = setTimeout(() => {
      ask.current?.({ query: text, scope, signal: controller.signal }).then(
        commands => settle(false, commands),
        () => settle(true, none),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted, key, text, scope])

  const settled = answer.key === key
  return {
    status: !wanted
      ? ('idle' as const)
      : !settled
        ? ('loading' as const)
        : answer.failed
          ? ('error' as const)
          : ('ready' as const),
    found: wanted ? answer.commands : none,
    retry: () => setAttempt(attempt + 1),
  }
}
