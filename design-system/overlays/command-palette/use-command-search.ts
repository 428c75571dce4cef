import { useEffect, useRef, useState } from 'react'
import type { Command } from './palette-groups.ts'

export interface CommandSearchRequest {
  query: string
  scope: string | undefined
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal
}
export type CommandSearch = (request: CommandSearchRequest) => Promise<readonly Command[]>

const none: readonly Command[] = []
/** Pause in typing, in milliseconds, before a request is sent. */
const debounceMs = 150

/** Searches commands in the service, after a pause in typing; the last query wins. */
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
  // The caller may pass an inline function: a new identity is no new query.
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
