import { useState } from 'react'
import { useRecovery } from '../../recovery/use-recovery.ts'
import { type JsonObject, parseJsonObject, serialiseJsonObject } from './json-object.ts'

export interface JsonText {
  text: string
  /** What was typed is no JSON object yet: the last good one stays in use. */
  broken: boolean
  change: (text: string) => void
  /** Discards the typed text: the value is shown instead. */
  reset: () => void
}

/**
 * An object that is edited as JSON. The typed text is shown while it stands for the value, or is not valid JSON yet.
 * `onValue` returns the value that is shown from then on.
 * @param draft id under which recovery stores text that is not valid JSON yet; the caller stores the value itself
 */
export function useJsonText(value: JsonObject, onValue: (value: JsonObject) => JsonObject, draft: string): JsonText {
  const [typed, setTyped] = useState<{ text: string; means: string | null } | null>(null)
  useRecovery(draft, typed && typed.means === null ? typed.text : null, recovered =>
    setTyped({ text: recovered, means: null }),
  )
  const text =
    typed && (typed.means === null || typed.means === JSON.stringify(value)) ? typed.text : serialiseJsonObject(value)
  return {
    text,
    broken: typed !== null && typed.means === null,
    change(next) {
      if (next === text) return
      const read = parseJsonObject(next)
      setTyped({ text: next, means: read && JSON.stringify(onValue(read)) })
    },
    reset: () => setTyped(null),
  }
}
