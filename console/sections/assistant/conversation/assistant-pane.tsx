import {
  ChatThread,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  ErrorState,
  Icon,
  IconButton,
  SidePanel,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import { suggestions as allSuggestions, assistantLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, HardDrive, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { environmentParameter, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useSignalLabels } from '../../../platform/explanation/use-signal-labels.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { entryMessages, openMessages } from './chat-messages.tsx'
import { useConversation } from './use-conversation.ts'

export interface AssistantPaneProps {
  environmentId: string
  /** Name of the page that is open, where the navigation has one. */
  pageName: string | undefined
  /** A language model phrases the answers. */
  model: boolean
  /** Counts the requests for the field: each moves the focus there. */
  focusRequests: number
  onClose: () => void
  /** The administrator switched the assistant off meanwhile. */
  onOff: () => void
}

/** The assistant beside the page: it reads with the rights of the user, and changes nothing. */
export function AssistantPane({ environmentId, pageName, model, focusRequests, onClose, onOff }: AssistantPaneProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const {
    session: { preview },
  } = useEnvironments()
  const { pathname, search } = useLocation()
  const page = `${pathname}${search}`
  const [text, setText] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const conversation = useConversation({ environmentId, page, onOff, onLimit: setText })
  const { entries, open, loading, failed, limited, send, stop, clear, rate } = conversation
  const empty = entries.length === 0 && open === null
  const suggestions = useSuggestions(environmentId, pathname, empty && !loading)
  const streaming = open?.state === 'streaming'
  useFieldFocus(body, focusRequests, !loading)
  useStopByEscape(body, streaming, stop)

  const { nameOf: signalName } = useSignalLabels()

  const messages = useMemo(() => {
    const language = { intl, format, signalName, hrefOf: (href: string) => withEnvironment(href, environmentId) }
    return [
      ...entries.flatMap(entry => entryMessages(entry, language)),
      ...(open === null ? [] : openMessages(open, language)),
    ]
  }, [entries, open, intl, format, signalName, environmentId])
  const questionOf = (id: string) => entries.find(entry => entry.id === id)?.question ?? open?.question
  const unavailable = offline ? (
    <FormattedMessage id="Offline.Writes" />
  ) : preview !== undefined ? (
    <FormattedMessage id="Assistant.Preview" />
  ) : limited ? (
    <FormattedMessage id="Assistant.Limit" values={{ count: assistantLimits.perMinute }} />
  ) : undefined

  return (
    <SidePanel
      title={<FormattedMessage id="Assistant.Title" />}
      titleEnd={
        pageName === undefined ? undefined : (
          <span className="min-w-0 truncate text-xs text-fg-secondary">
            <bdi>{pageName}</bdi>
          </span>
        )
      }
      className="w-full max-w-full"
      onClose={onClose}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      actions={
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton
              size="sm"
              icon={Ellipsis}
              disabled={empty || clear.isPending || preview !== undefined}
              label={intl.formatMessage({ id: 'Assistant.More' })}
            />
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem start={<Icon icon={Trash2} />} onSelect={() => clear.mutate()}>
              <FormattedMessage id="Assistant.Clear" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      }
    >
      <div ref={body} className="flex h-full flex-col">
        {failed ? (
          <div className="p-4">
            <ErrorState title={<FormattedMessage id="Assistant.NotAvailable" />} onRetry={conversation.reload} />
          </div>
        ) : loading ? (
          <div aria-busy="true" className="p-3">
            <SkeletonRows rows={4} />
          </div>
        ) : (
          <ChatThread
            className="min-h-0 flex-1"
            label={intl.formatMessage({ id: 'Assistant.Title' })}
            messages={messages}
            value={text}
            onValueChange={setText}
            onSend={send}
            onStop={stop}
            onRetry={id => {
              const question = questionOf(id)
              if (question !== undefined) send(question)
            }}
            onFeedback={({ id, feedback }) =>
              rate({ id, rating: feedback === undefined ? null : feedback === 'helpful' ? 'up' : 'down' })
            }
            suggestions={suggestions}
            introduction={<FormattedMessage id="Assistant.Introduction" />}
            placeholder={intl.formatMessage({ id: 'Assistant.Placeholder' })}
            maxLength={assistantLimits.question}
            note={
              <span>
                <Icon icon={HardDrive} size={12} className="me-1.5 inline" />
                <FormattedMessage id={model ? 'Assistant.Note.Model' : 'Assistant.Note.Local'} />
              </span>
            }
            {...(unavailable === undefined ? {} : { unavailable })}
          />
        )}
      </div>
    </SidePanel>
  )
}

/** An address of an answer opens in the environment that was asked about. */
function withEnvironment(href: string, environmentId: string): string {
  const url = new URL(href, location.origin)
  if (url.origin !== location.origin || url.searchParams.has(environmentParameter)) return href
  url.searchParams.set(environmentParameter, environmentId)
  return `${url.pathname}${url.search}${url.hash}`
}

/** Questions to begin with, for the current page and the rights of the user. */
function useSuggestions(environmentId: string, page: string, enabled: boolean): string[] {
  const intl = useIntl()
  const { data } = useQuery(
    api.assistant.suggestions.queryOptions({ input: { environmentId, page }, enabled, staleTime: 300_000 }),
  )
  // One of another version of the service has no message here.
  return (data?.suggestions ?? []).flatMap(({ message }) =>
    message in allSuggestions ? [intl.formatMessage({ id: message })] : [],
  )
}

/** Moves the focus to the field at each request, once the field is there. */
function useFieldFocus(body: { current: HTMLElement | null }, requests: number, ready: boolean): void {
  useEffect(() => {
    if (requests === 0 || !ready) return
    // After the sheet of a narrow page, which takes the focus when it opens.
    const timer = setTimeout(() => body.current?.querySelector('textarea')?.focus(), 0)
    return () => clearTimeout(timer)
  }, [body, requests, ready])
}

/** Escape stops an answer before it closes anything: the sheet of a narrow page listens to it at the document. */
function useStopByEscape(body: { current: HTMLElement | null }, streaming: boolean, stop: () => void): void {
  const stopAnswer = useEffectEvent(stop)
  useEffect(() => {
    if (!streaming) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(event.target instanceof Node) || body.current?.contains(event.target) !== true)
        return
      event.preventDefault()
      event.stopPropagation()
      stopAnswer()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [body, streaming])
}
