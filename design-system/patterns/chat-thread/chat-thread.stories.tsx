import type { Meta, StoryObj } from '@storybook/react-vite'
import { ChartNoAxesColumn, ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { expect, fn, spyOn, waitFor } from 'storybook/test'
import { JsonViewer } from '../../editor/json-viewer/json-viewer.tsx'
import type { ChatMessage } from './chat-model.ts'
import { ChatThread, type ChatThreadProps } from './chat-thread.tsx'

const answer: ChatMessage = {
  id: 'a1',
  from: 'assistant',
  text: 'From Nov 14 to Nov 20, **52 locker orders a day** went to review, up from 31 the week before. [1]\n\nOf the 21 more, 19 come from clause **New account** of the rule Shared device ring. [2] Four accounts on device `dv_7f3a19e4c210` sent to one locker.',
  sources: [
    {
      id: 's1',
      title: 'Rule report, Nov 7 to Nov 20',
      detail: 'locker orders',
      icon: ChartNoAxesColumn,
      href: '#report',
    },
    { id: 's2', title: 'Shared device ring, clause 2', detail: 'revision 42', icon: ListChecks },
  ],
}
const question: ChatMessage = {
  id: 'q1',
  from: 'user',
  text: 'Why did more parcel locker orders go to review this week, and how do I find the ring?',
}
const thread = [question, answer]
const suggestions = ['Which rules stopped the most orders today?', 'Why was P-7241903 sent to review?']

const meta = {
  title: 'Patterns/ChatThread',
  component: ChatThread,
  args: {
    label: 'Assistant',
    messages: thread,
    onSend: fn(),
    onStop: fn(),
    onRetry: fn(),
    onFeedback: fn(),
    placeholder: 'Ask about this search',
    note: 'Computed on this installation, changes nothing.',
  },
  render: args => (
    <div className="h-[30rem] w-panel max-w-full border border-line-subtle">
      <ChatThread {...args} className="h-full" />
    </div>
  ),
} satisfies Meta<typeof ChatThread>
export default meta
type Story = StoryObj<typeof meta>

type Canvas = Parameters<NonNullable<Story['play']>>[0]['canvas']
const announced = (canvas: Canvas, text: string) =>
  waitFor(
    () => expect(canvas.getAllByRole('status').map(({ textContent }: HTMLElement) => textContent)).toContainEqual(text),
    { timeout: 6000, interval: 50 },
  )

export const Playground: Story = {}
/** Empty, waiting, arriving, stopped and failed; with an opinion, a result, and a limit that was reached. */
export const Matrix: Story = {
  render: args => {
    const short: ChatMessage = { id: 'a1', from: 'assistant', text: 'From Nov 14 to Nov 20, 52 locker orders' }
    const states: Partial<ChatThreadProps>[] = [
      { messages: [], suggestions, introduction: 'Answers from your events, rules and lists, each with its source.' },
      { messages: [question, { ...short, text: '', state: 'streaming' }] },
      { messages: [question, { ...short, state: 'streaming' }], defaultValue: 'And the week before?' },
      { messages: [question, { ...short, state: 'stopped' }] },
      { messages: [question, { ...short, state: 'failed', error: 'The service did not answer in time.' }] },
      {
        messages: [
          question,
          { ...short, feedback: 'helpful', result: <JsonViewer label="Draft" value={{ device: 'dv_7f3a19e4c210' }} /> },
        ],
        unavailable: 'You have asked 20 questions this minute. Wait a moment.',
      },
    ]
    return (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3">
        {states.map((state, index) => (
          <div key={index} className="h-[24rem] min-w-0 border border-line-subtle">
            <ChatThread {...args} {...state} label={`Assistant ${index}`} className="h-full" />
          </div>
        ))}
      </div>
    )
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** Arabic and English messages, each in its direction. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    label: 'المساعد',
    messages: [{ id: 'q', from: 'user', text: 'لماذا أُرسلت P-7241903 إلى المراجعة؟' }, answer],
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    messages: [
      { id: 'q', from: 'user', text: 'https://shop.example/checkout/'.repeat(8) },
      { ...answer, text: `${answer.text}\n\n${'Betrugsverdachtsmeldungsverordnung '.repeat(12)}[2]` },
    ],
    note: 'Auf dieser Installation berechnet, ändert nichts an Regeln, Listen und Ereignissen.',
  },
}
/** Enter sends, Shift and Enter begin a line, Escape stops. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  render: function Asking(args) {
    const [messages, setMessages] = useState<readonly ChatMessage[]>(args.messages)
    return (
      <ChatThread
        {...args}
        messages={messages}
        onSend={text => {
          args.onSend(text)
          setMessages([
            ...messages,
            { id: 'q2', from: 'user', text },
            { id: 'a2', from: 'assistant', text: 'From', state: 'streaming' },
          ])
        }}
        onStop={() => {
          args.onStop?.()
          setMessages(messages.map(message => (message.id === 'a2' ? { ...message, state: 'stopped' } : message)))
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('log', { name: 'Messages' })).toHaveFocus()
    const field = canvas.getByRole('textbox', { name: 'Message' })
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}')
    await expect(args.onSend).not.toHaveBeenCalled()
    await userEvent.keyboard('Which rule?{Shift>}{Enter}{/Shift}And since when?{Enter}')
    await expect(args.onSend).toHaveBeenLastCalledWith('Which rule?\nAnd since when?')
    await expect(field).toHaveValue('')
    await expect(field).toHaveFocus()
    await userEvent.keyboard('next{Enter}')
    await expect(args.onSend).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(args.onStop).toHaveBeenCalledOnce()
    await announced(canvas, 'From The answer was stopped.')
    await userEvent.keyboard('{Escape}')
    await expect(args.onStop).toHaveBeenCalledOnce()
  },
}
/** The answer is announced in whole sentences, and how it ended. */
export const Streaming: Story = {
  globals: { locale: 'en-US' },
  render: function Arriving(args) {
    const [text, setText] = useState('')
    const [done, setDone] = useState(false)
    const words = useRef(['It ', 'went ', 'up. ', 'Of the ', '21'])
    useEffect(() => {
      const timer = setInterval(() => {
        const word = words.current.shift()
        if (word !== undefined) setText(before => before + word)
      }, 50)
      return () => clearInterval(timer)
    }, [])
    return (
      <div className="grid gap-2">
        <ChatThread
          {...args}
          messages={[question, { id: 'a2', from: 'assistant', text, state: done ? 'done' : 'streaming' }]}
        />
        <button type="button" onClick={() => setDone(true)}>
          Finish
        </button>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('log')).toHaveAttribute('aria-busy', 'true')
    await expect(canvas.getByRole('button', { name: 'Stop the answer' })).toBeEnabled()
    await announced(canvas, 'It went up.')
    await userEvent.click(canvas.getByRole('button', { name: 'Finish' }))
    await announced(canvas, 'Of the 21')
    await expect(canvas.getByRole('log')).not.toHaveAttribute('aria-busy')
  },
}
/** Sentences in parts: marks inside of data mean nothing, and a sentence without a source is muted. */
const sentences: ChatMessage = {
  id: 'a2',
  from: 'assistant',
  text: '',
  content: [
    {
      runs: [
        { kind: 'text', text: 'The rule ' },
        { kind: 'strong', text: '**New** [2] `x`' },
        { kind: 'text', text: ' stopped it. ' },
        { kind: 'citation', number: 1 },
      ],
    },
    { runs: [{ kind: 'text', text: 'Who rents the locker: I couldn’t find this in your data.' }], muted: true },
  ],
  sources: [{ id: 's1', title: 'Rule Shared device ring', href: '#rule' }],
  sourcesNote: 'read with your rights, 2:02 PM',
}
/** A citation leads to its source; a number without a source is text. */
export const Citations: Story = {
  globals: { locale: 'en-US' },
  args: { messages: [question, { ...answer, text: `${answer.text} Not a source: [9].` }, sentences] },
  play: async ({ canvas, userEvent }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const [first, second] = canvas.getAllByRole('button', { name: 'Source 1' })
    if (!first || !second) throw new Error('Each answer has its first source.')
    await userEvent.click(first)
    await expect(canvas.getByRole('link', { name: 'Rule report, Nov 7 to Nov 20' })).toHaveFocus()
    // In the second answer the number is data.
    await userEvent.click(canvas.getByRole('button', { name: 'Source 2' }))
    await expect(canvas.getAllByRole('listitem')[1]).toHaveFocus()
    await expect(canvas.queryByRole('button', { name: 'Source 9' })).toBeNull()
    await expect(canvas.getByText(/Not a source: \[9\]/)).toBeVisible()
    await userEvent.click(second)
    await expect(canvas.getByRole('link', { name: 'Rule Shared device ring' })).toHaveFocus()
    await expect(canvas.getByText('**New** [2] `x`')).toBeVisible()
    await userEvent.click(canvas.getAllByRole('button', { name: 'Copy answer' })[1] as HTMLElement)
    await expect(write).toHaveBeenLastCalledWith(
      'The rule **New** [2] `x` stopped it.\n\nWho rents the locker: I couldn’t find this in your data.',
    )
    write.mockRestore()
  },
}
export const Failed: Story = {
  globals: { locale: 'en-US' },
  args: {
    messages: [question, { id: 'a2', from: 'assistant', text: '', state: 'failed', error: 'There is no connection.' }],
  },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByText('There is no connection.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenLastCalledWith('a2')
    await expect(canvas.getByRole('textbox')).toHaveFocus()
  },
}
export const Stopped: Story = {
  globals: { locale: 'en-US' },
  args: { messages: [question, { ...answer, state: 'stopped' }] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The answer was stopped.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
/** The text is copied without marks, and an opinion can be withdrawn. */
export const CopyAndOpinion: Story = {
  globals: { locale: 'en-US' },
  args: {
    messages: [question, { id: 'a2', from: 'assistant', text: '**19** come from `dv_7`.', feedback: 'helpful' }],
  },
  play: async ({ canvas, userEvent, args }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy answer' }))
    await expect(write).toHaveBeenLastCalledWith('19 come from dv_7.')
    write.mockRestore()
    const helpful = canvas.getByRole('button', { name: 'Helpful' })
    await expect(helpful).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(helpful)
    await expect(args.onFeedback).toHaveBeenLastCalledWith({ id: 'a2', feedback: undefined })
    await userEvent.click(canvas.getByRole('button', { name: 'Not helpful' }))
    await expect(args.onFeedback).toHaveBeenLastCalledWith({ id: 'a2', feedback: 'unhelpful' })
  },
}
/** Somebody who reads further up stays there while the answer grows, and has a way back. */
export const ScrolledAway: Story = {
  globals: { locale: 'en-US' },
  render: function Growing(args) {
    const [more, setMore] = useState(0)
    const messages: ChatMessage[] = [
      ...Array.from({ length: 6 }, (_, index): ChatMessage => ({ ...answer, id: `a${index}` })),
      { id: 'last', from: 'assistant', text: 'Another sentence. '.repeat(20 * (more + 1)), state: 'streaming' },
    ]
    return (
      <div className="grid gap-2">
        <div className="h-[20rem]">
          <ChatThread {...args} messages={messages} className="h-full" />
        </div>
        <button type="button" onClick={() => setMore(more + 1)}>
          Grow
        </button>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const log = canvas.getByRole('log')
    const distance = () => log.scrollHeight - log.scrollTop - log.clientHeight
    await expect(distance()).toBeLessThan(2)
    await userEvent.click(canvas.getByRole('button', { name: 'Grow' }))
    await expect(distance()).toBeLessThan(2)
    log.scrollTop = 0
    const back = await canvas.findByRole('button', { name: 'Latest message' })
    await userEvent.click(canvas.getByRole('button', { name: 'Grow' }))
    await expect(log.scrollTop).toBe(0)
    await userEvent.click(back)
    await expect(distance()).toBeLessThan(2)
    await expect(log).toHaveFocus()
  },
}
export const Empty: Story = {
  globals: { locale: 'en-US' },
  args: { messages: [], suggestions, introduction: 'Answers from your events, rules and lists, each with its source.' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Why was P-7241903 sent to review?' }))
    await expect(args.onSend).toHaveBeenLastCalledWith('Why was P-7241903 sent to review?')
    await expect(canvas.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  },
}
/** Longer than the limit, nothing is sent, and the count says by how much. */
export const TooLong: Story = {
  globals: { locale: 'en-US' },
  args: { maxLength: 10, defaultValue: 'Eleven char' },
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('textbox', { name: 'Message' })
    await expect(field).toBeInvalid()
    await expect(canvas.getByRole('button', { name: 'Send' })).toBeDisabled()
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}')
    await expect(args.onSend).not.toHaveBeenCalled()
  },
}
