import { useFormat } from '@assay/design-system'
import type { AnswerSentence, ConversationEntry, Rating } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type ApiErrorKind, readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** A question whose answer is not stored yet: it arrives, was stopped, or failed. */
export interface OpenQuestion {
  /** Of the answer, as soon as the service has named it. */
  id: string | null
  question: string
  sentences: readonly AnswerSentence[]
  state: 'streaming' | 'stopped' | 'failed'
}

/** Milliseconds for which nothing is asked after the limit of questions was reached. */
const limitPause = 20_000

interface ConversationInput {
  environmentId: string
  /** Address of the page on which the user asks. */
  page: string
  /** The administrator switched the assistant off meanwhile. */
  onOff: () => void
  /** Called with a question that was not asked because of the limit: it returns to the field. */
  onLimit: (question: string) => void
}

/** The stored conversation of the user in an environment, and the question that is being answered. */
export function useConversation({ environmentId, page, onOff, onLimit }: ConversationInput) {
  const { locale } = useIntl()
  const { timeZone } = useFormat()
  const queries = useQueryClient()
  const input = { environmentId }
  const stored = useQuery(api.assistant.conversation.queryOptions({ input, staleTime: 60_000 }))
  const [open, setOpen] = useState<OpenQuestion | null>(null)
  const [limited, setLimited] = useState(false)
  const running = useRef<AbortController>(undefined)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const queryKey = api.assistant.conversation.queryKey({ input })

  useEffect(
    () => () => {
      running.current?.abort()
      clearTimeout(pause.current)
    },
    [],
  )

  const add = (entry: ConversationEntry) =>
    queries.setQueryData(queryKey, old => ({ entries: [...(old?.entries ?? []), entry] }))

  /** The failure of a question, as what the pane shows of it. */
  const fail = (question: string, error: unknown) => {
    const failure = error === undefined ? null : readApiError(error)
    const kind: ApiErrorKind = failure?.kind ?? 'failed'
    const reason = failure?.kind === 'conflict' ? failure.reason : null
    if (kind === 'tooMany') {
      setOpen(null)
      setLimited(true)
      clearTimeout(pause.current)
      pause.current = setTimeout(() => setLimited(false), limitPause)
      onLimit(question)
      return
    }
    setOpen(before => before && { ...before, state: 'failed' })
    if (reason === 'assistant.off') onOff()
  }

  const sendQuestion = async (question: string) => {
    running.current?.abort()
    // An answer that was stopped is stored as far as it came.
    if (open !== null) void queries.invalidateQueries({ queryKey })
    const control = new AbortController()
    running.current = control
    setOpen({ id: null, question, sentences: [], state: 'streaming' })
    try {
      const events = await client.assistant.answer(
        { environmentId, question, locale, page, timeZone },
        { signal: control.signal },
      )
      let answered = false
      for await (const event of events) {
        if (control.signal.aborted) return
        if (event.type === 'thinking') setOpen(before => before && { ...before, id: event.id })
        else if (event.type === 'sentence')
          setOpen(before => before && { ...before, sentences: [...before.sentences, event.sentence] })
        else {
          answered = true
          const { answer } = event
          add({ id: answer.id, question, askedAt: answer.readAt, answer, rating: null })
          setOpen(null)
        }
      }
      if (!answered && !control.signal.aborted) fail(question, undefined)
    } catch (error) {
      if (!control.signal.aborted) fail(question, error)
    } finally {
      if (running.current === control) running.current = undefined
    }
  }

  const stop = useCallback(() => {
    running.current?.abort()
    setOpen(before => before && { ...before, state: 'stopped' })
  }, [])

  const clear = useApiMutation({
    mutationFn: () => client.assistant.clear(input),
    onSuccess: () => {
      running.current?.abort()
      setOpen(null)
      queries.setQueryData(queryKey, { entries: [] })
    },
  })
  const rate = useApiMutation({
    mutationFn: ({ id, rating }: { id: string; rating: Rating | null }) =>
      client.assistant.rate({ ...input, id, rating }),
    onSuccess: ({ rating }, { id }) =>
      queries.setQueryData(
        queryKey,
        old => old && { entries: old.entries.map(entry => (entry.id === id ? { ...entry, rating } : entry)) },
      ),
  })
  const entries = (stored.data?.entries ?? []) as readonly ConversationEntry[]
  return {
    entries,
    /** Hidden once it is stored. */
    open: open?.id != null && entries.some(({ id }) => id === open.id) ? null : open,
    loading: stored.isPending,
    failed: stored.isError && stored.data === undefined,
    reload: () => void stored.refetch(),
    limited,
    send: (question: string) => void sendQuestion(question),
    stop,
    clear,
    rate: rate.mutate,
  }
}
