// @vitest-environment jsdom
import type {
  AnswerEvent,
  AssistantAnswer,
  ConversationEntry,
  RightsPreviewDescription,
} from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import {
  createPageRouter,
  environmentId,
  page,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { languageWrapper } from '../../../platform/testing/language-wrapper.ts'
import { withSession } from '../../../platform/testing/session.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { AssistantPane } from './assistant-pane.tsx'

const id = '0198a000-0000-7000-8000-0000000000a1'
const answer: AssistantAnswer = {
  id,
  intent: 'explain-transaction',
  generated: true,
  sentences: [
    {
      message: 'Assistant.Sentence.EventClause',
      values: { rule: { kind: 'text', value: 'Shared device' }, clause: { kind: 'text', value: 'New account' } },
      sources: [1],
    },
    {
      message: 'Assistant.Sentence.NotFoundNamed',
      values: { name: { kind: 'text', value: 'Locker 114' } },
      sources: [],
    },
  ],
  sources: [{ id: 1, kind: 'rule', title: { kind: 'text', value: 'Shared device, clause 1' }, href: '/rules/1' }],
  links: [],
  refused: false,
  stopped: false,
  readAt: '2026-11-29T14:02:00Z',
}
const entry: ConversationEntry = {
  id,
  question: 'Why was P-1 rejected?',
  askedAt: '2026-11-29T14:02:00Z',
  answer,
  rating: null,
}
const thinking: AnswerEvent = { type: 'thinking', id }

/** A stream of events; `open` ones do not end. */
function stream(events: readonly AnswerEvent[], open = false): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const event of events)
        controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify({ json: event })}\n\n`))
      if (open) return
      controller.enqueue(encoder.encode('event: done\ndata: {}\n\n'))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const onClose = vi.fn()
const onOff = vi.fn()
type Answers = Parameters<typeof stubConsoleApi>[0]

/** The pane beside a page, as its questions are answered. */
function openPane(
  answers: Answers,
  props: { model?: boolean; preview?: RightsPreviewDescription } = {},
): RecordedCall[] {
  const calls = stubConsoleApi({
    'assistant.conversation': () => ({ entries: [] }),
    'assistant.suggestions': () => ({
      suggestions: [{ message: 'Assistant.Suggestion.Trend' }, { message: 'Assistant.Suggestion.OfAnotherVersion' }],
    }),
    ...answers,
  })
  const queryClient = createQueryClient()
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })
  const pane = createElement(AssistantPane, {
    environmentId,
    pageName: 'Search',
    model: props.model ?? false,
    focusRequests: 1,
    onClose,
    onOff,
  })
  const { preview } = props
  const children = languageWrapper(
    preview === undefined ? pane : withSession(pane, session => ({ ...session, preview })),
  )
  render(page({ router: createPageRouter(pageAddress), queryClient, children }))
  return calls
}
const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
async function ask(question: string): Promise<void> {
  const field = await findField()
  fillField(field, question)
  fireEvent.keyDown(field, { key: 'Enter' })
}

beforeEach(() => stubLayout())
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

describe('an empty conversation', () => {
  it('suggests questions of the page, and has the focus in its field', async () => {
    const calls = openPane({ 'assistant.answer': () => stream([thinking, { type: 'done', answer }]) })
    const question = 'How did the rejected rate develop in the last 30 days?'
    const suggested = await screen.findByRole('list', { name: 'Suggested questions' })
    expect(
      within(suggested)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual([question])
    await waitFor(async () => expect(document.activeElement).toBe(await findField()))
    expect(screen.getByText('Computed on this installation, changes nothing.')).toBeTruthy()
    fireEvent.click(within(suggested).getByRole('button'))
    await screen.findByText(/decided\./)
    expect(calls.find(({ procedure }) => procedure === 'assistant.answer')?.input).toMatchObject({
      environmentId,
      question,
      locale: 'en-US',
      page: pageAddress,
    })
  })
  it('says where answers come from while a language model is set up', async () => {
    openPane({}, { model: true })
    await screen.findByText('Facts from this installation, worded by a language model. Changes nothing.')
  })
})

describe('an answer', () => {
  it('is thought about, and arrives sentence by sentence', async () => {
    openPane({ 'assistant.answer': () => stream([thinking], true) })
    await ask('Why was P-1 rejected?')
    await screen.findByText('Thinking')
    expect(screen.getByText('Why was P-1 rejected?')).toBeTruthy()
    cleanup()
    const [sentence] = answer.sentences
    openPane({
      'assistant.answer': () => stream(sentence ? [thinking, { type: 'sentence', sentence }] : [], true),
    })
    await ask('Why was P-1 rejected?')
    await screen.findByText('Writing')
    expect(screen.getByText('Shared device')).toBeTruthy()
  })
  it('cites its sources, mutes what has none, and is labelled', async () => {
    openPane({ 'assistant.answer': () => stream([thinking, { type: 'done', answer }]) })
    await ask('Why was P-1 rejected?')
    await screen.findByText('AI-generated, check before use')
    fireEvent.click(screen.getByRole('button', { name: 'Source 1' }))
    const source = screen.getByRole('link', { name: 'Shared device, clause 1' })
    expect(document.activeElement).toBe(source)
    expect(source.getAttribute('href')).toBe(`/rules/1?env=${environmentId}`)
    expect(screen.getByText(/I couldn’t find this in your data/).closest('p')?.className).toContain('text-fg-secondary')
    expect(screen.getByText(/^read with your rights, /)).toBeTruthy()
  })
  it('is stopped by Escape, which does not close the pane then, and can be asked for again', async () => {
    const calls = openPane({ 'assistant.answer': () => stream([thinking], true) })
    await ask('Why was P-1 rejected?')
    await screen.findByText('Thinking')
    fireEvent.keyDown(await findField(), { key: 'Escape' })
    await screen.findByText('The answer was stopped.')
    expect(onClose).not.toHaveBeenCalled()
    await pressButton('Try again')
    await waitFor(() => expect(calls.filter(({ procedure }) => procedure === 'assistant.answer')).toHaveLength(2))
    fireEvent.keyDown(await findField(), { key: 'Escape' })
    await screen.findByText('The answer was stopped.')
    fireEvent.keyDown(await findField(), { key: 'Escape' })
    expect(onClose).toHaveBeenCalledOnce()
  })
  it('that fails says so', async () => {
    openPane({
      'assistant.answer': () => {
        throw new ORPCError('INTERNAL_SERVER_ERROR')
      },
    })
    await ask('Why was P-1 rejected?')
    await screen.findByText('The assistant is not available right now.')
    expect(onOff).not.toHaveBeenCalled()
  })
  it('is not given any more when the administrator has switched the assistant off', async () => {
    openPane({
      'assistant.answer': () => {
        throw new ORPCError('CONFLICT', { data: { reason: 'assistant.off' } })
      },
    })
    await ask('Why was P-1 rejected?')
    await waitFor(() => expect(onOff).toHaveBeenCalledOnce())
  })
  it('after twenty questions in a minute has to wait, and the question is not lost', async () => {
    openPane({
      'assistant.answer': () => {
        throw new ORPCError('TOO_MANY_REQUESTS')
      },
    })
    await ask('Why was P-1 rejected?')
    await screen.findByText('You have asked 20 questions in a minute. Wait a moment.')
    expect((await findField()).value).toBe('Why was P-1 rejected?')
  })
  it('has a draft to copy and to open where it can be saved, with what is wrong in it', async () => {
    const draft = {
      kind: 'filter',
      text: 'Decision equals Reject',
      valid: true,
      problems: [],
      count: 14,
      openIn: { href: `/search?env=${environmentId}&f=x`, page: '/search' },
    } as const
    openPane({ 'assistant.answer': () => stream([thinking, { type: 'done', answer: { ...answer, draft } as never }]) })
    await ask('Draft a filter')
    const box = await screen.findByRole('region', { name: 'Search filter' })
    for (const text of ['Draft, not saved', 'Syntax is valid', 'Decision equals Reject', '14 events'])
      expect(within(box).getByText(text)).toBeTruthy()
    expect(within(box).getByRole('link', { name: 'Open in Search' }).getAttribute('href')).toBe(draft.openIn.href)
    expect(within(box).getByRole('button', { name: 'Copy Search filter' })).toBeTruthy()
    cleanup()
    const problems = [{ code: 'X', message: 'There is no attribute x.', params: {}, line: 2 }]
    const invalid = { kind: 'clause', text: 'x', valid: false, problems }
    openPane({
      'assistant.answer': () => stream([thinking, { type: 'done', answer: { ...answer, draft: invalid } as never }]),
    })
    await ask('Draft a clause')
    await screen.findByText('Syntax is invalid')
    expect(screen.getByText('Line 2: There is no attribute x.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Open in/ })).toBeNull()
  })
  it('that is refused leads to the page where it is done', async () => {
    const refused: AssistantAnswer = {
      ...answer,
      sentences: [
        {
          message: 'Assistant.Sentence.Write',
          values: { page: { kind: 'term', list: 'page', value: '/data/lists' } },
          sources: [],
        },
      ],
      sources: [],
      links: [{ page: '/data/lists', href: '/data/lists' }],
      refused: true,
    }
    openPane({ 'assistant.answer': () => stream([thinking, { type: 'done', answer: refused }]) })
    await ask('Block this user')
    await screen.findByText('I can’t change settings. Open Lists to do this.')
    expect(screen.getByRole('link', { name: 'Open Lists' }).getAttribute('href')).toBe(
      `/data/lists?env=${environmentId}`,
    )
  })
})

describe('the stored conversation', () => {
  it('is still there, can be rated and cleared', async () => {
    const calls = openPane({
      'assistant.conversation': () => ({ entries: [entry] }),
      'assistant.rate': ({ rating }) => ({ rating }),
      'assistant.clear': () => ({ deleted: 1 }),
    })
    await screen.findByText('Why was P-1 rejected?')
    await pressButton('Helpful')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Helpful' }).getAttribute('aria-pressed')).toBe('true'),
    )
    await pressButton('Helpful')
    await waitFor(() =>
      expect(
        calls.filter(({ procedure }) => procedure === 'assistant.rate').map(({ input }) => input['rating']),
      ).toEqual(['up', null]),
    )
    await chooseMenuItem('More actions of the assistant', 'Clear conversation')
    await screen.findByRole('list', { name: 'Suggested questions' })
    expect(screen.queryByText('Why was P-1 rejected?')).toBeNull()
  })
  it('that cannot be read is an error with a way to try again', async () => {
    let reachable = false
    openPane({
      'assistant.conversation': () => {
        if (!reachable) throw new ORPCError('INTERNAL_SERVER_ERROR')
        return { entries: [entry] }
      },
    })
    await screen.findByText('The assistant is not available right now.')
    reachable = true
    await pressButton('Try again')
    await screen.findByText('Why was P-1 rejected?')
  })
})

it('a question has at most 2,000 characters', async () => {
  openPane({})
  fillField(await findField(), 'x'.repeat(2001))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  expect(screen.getByText(/2,001/)).toBeTruthy()
})

it('in a preview of other rights says that nothing can be asked, and asks nothing', async () => {
  const preview: RightsPreviewDescription = {
    id,
    kind: 'roles',
    name: '',
    roles: ['AllAreasViewer'],
    environmentId,
    environmentName: 'Harbor',
    endsAt: '2026-01-01T10:30:00.000Z',
  }
  const calls = openPane({ 'assistant.conversation': () => ({ entries: [entry] }) }, { preview })
  await screen.findByText('A preview stores no questions. Leave it to ask the assistant.')
  await ask('Why was P-1 rejected?')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'More actions of the assistant' }).disabled).toBe(true)
  expect(calls.filter(({ procedure }) => procedure === 'assistant.answer')).toEqual([])
})
