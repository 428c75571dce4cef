import { useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { type ChatMessage, plainMessageText } from './chat-model.ts'
import { completeLength, plainChatText } from './chat-text.ts'

/** Milliseconds between announcements: more often would cut off the sentence before. */
const interval = 2000

/**
 * Announces the last answer while it arrives: in whole sentences, not word by word, and how it ended. Answers that were
 * there from the start are not announced.
 */
export function useSpokenAnswer(messages: readonly ChatMessage[]): void {
  const intl = useIntl()
  const announce = useAnnounce()
  const message = messages.findLast(({ from }) => from === 'assistant')
  // Sentences in parts arrive whole.
  const whole = message?.content !== undefined
  const written = message === undefined ? '' : whole ? plainMessageText(message) : message.text
  const state = message?.state ?? 'done'
  const spoken = useRef({ id: '', length: 0 })
  const isFirst = useRef(true)

  const speak = useEffectEvent(() => {
    if (!message) return
    if (spoken.current.id !== message.id) spoken.current = { id: message.id, length: 0 }
    const end = state === 'streaming' && !whole ? completeLength(written, intl.locale) : written.length
    const news = written.slice(spoken.current.length, end)
    const text = (whole ? news : plainChatText(news)).trim()
    spoken.current.length = Math.max(end, spoken.current.length)
    const outcome =
      state === 'stopped'
        ? intl.formatMessage({ id: 'DesignSystem.ChatThread.Stopped' })
        : state === 'failed'
          ? intl.formatMessage({ id: 'DesignSystem.ChatThread.Failed' })
          : ''
    const sentence = [text, outcome].filter(part => part !== '').join(' ')
    if (sentence !== '') announce(sentence)
  })
  const skip = useEffectEvent(() => {
    if (message && state !== 'streaming') spoken.current = { id: message.id, length: written.length }
  })
  const id = message?.id
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      skip()
      if (state !== 'streaming') return
    }
    if (id === undefined) return
    if (state !== 'streaming') return speak()
    const timer = setInterval(() => speak(), interval)
    return () => clearInterval(timer)
  }, [id, state])
}
