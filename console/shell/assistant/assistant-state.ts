import { useSyncExternalStore } from 'react'
import { readStored, sessionKeys, store } from '../../platform/storage/browser-storage.ts'

/** Whether the assistant is open in this tab, and how often its field was asked for. */
export interface AssistantState {
  open: boolean
  focusRequests: number
}

let state: AssistantState | undefined
const listeners = new Set<() => void>()

/** It is still open after a reload; the focus then stays where the browser puts it. */
const current = (): AssistantState =>
  (state ??= { open: readStored('session', sessionKeys.assistant) === 'open', focusRequests: 0 })

function set(next: AssistantState): void {
  state = next
  store('session', sessionKeys.assistant, next.open ? 'open' : null)
  for (const listener of listeners) listener()
}

/** Opens the assistant, or returns to it, with the focus in its field. */
export const openAssistant = (): void => set({ open: true, focusRequests: current().focusRequests + 1 })
export const closeAssistant = (): void => set({ ...current(), open: false })

export function useAssistantState(): AssistantState {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, current)
}
