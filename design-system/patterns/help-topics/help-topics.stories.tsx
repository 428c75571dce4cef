import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import type { NavigationLinkProps } from '../../navigation/link/render-link.tsx'
import type { GuideBlock } from './guide-model.ts'
import { HelpTopics, type OpenHelp } from './help-topics.tsx'

const topics = ['Alerts', 'Attacks', 'Back-test', 'Case report', 'Custom lists', 'Queues', 'Search', 'Velocities'].map(
  name => ({ id: name, name, href: `#${name}` }),
)
const text = (value: string) => ({ kind: 'text', text: value }) as const
const code = (value: string) => ({ kind: 'code', text: value }) as const
const blocks: readonly GuideBlock[] = [
  { kind: 'heading', id: 'velocities', level: 1, runs: [text('Velocities')] },
  {
    kind: 'paragraph',
    runs: [
      text('A velocity counts or sums events by an attribute over a '),
      { kind: 'strong', text: 'window' },
      text('. Rules read it, see '),
      { kind: 'link', text: 'the query language', href: '#language' },
      text('.'),
    ],
  },
  { kind: 'code', text: 'SELECT Count() AS payments FROM Purchase\nGROUPBY @"payment.id"' },
  { kind: 'heading', id: 'windows', level: 2, runs: [text('Windows')] },
  {
    kind: 'table',
    head: [[text('Unit')], [text('Written')], [text('At most')]],
    rows: [
      [[text('minutes')], [code('5m')], [text('120')]],
      [[text('hours')], [code('24h')], [text('720')]],
    ],
  },
  {
    kind: 'list',
    ordered: true,
    items: [
      [{ kind: 'paragraph', runs: [text('Write the velocity.')] }],
      [{ kind: 'paragraph', runs: [text('Publish it.')] }],
    ],
  },
  { kind: 'quote', blocks: [{ kind: 'paragraph', runs: [text('A window ends with the event itself.')] }] },
]
const topic: OpenHelp = {
  id: 'velocity',
  name: 'Velocities',
  text: 'A velocity counts or sums events by an attribute over time.',
  page: { label: 'Open Velocities', href: '#velocities' },
}
const ready = { state: 'ready', blocks, language: 'en' } as const

const meta = {
  title: 'Patterns/HelpTopics',
  component: HelpTopics,
  args: { topics, allHref: '#topics' },
  render: args => (
    <div className="max-w-dialog-lg">
      <h2 className="sr-only">Help topics</h2>
      <HelpTopics {...args} />
    </div>
  ),
} satisfies Meta<typeof HelpTopics>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = { args: { open: { ...topic, guide: ready } } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Topic: Story = { args: { open: topic } }
/** A guide that another guide or a citation leads to. */
export const GuideAlone: Story = { args: { open: { id: 'velocities.md', guide: ready } } }
export const Loading: Story = { args: { open: { ...topic, guide: { state: 'loading' } } } }
export const Failed: Story = {
  args: { open: { ...topic, guide: { state: 'failed', onRetry: fn() } } },
}
/** The text of the help is translated, its guide is not. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    topics: ['التنبيهات', 'قوائم الانتظار', 'البحث'].map(name => ({ id: name, name, href: `#${name}` })),
    open: {
      id: 'velocity',
      name: 'السرعات',
      text: 'تحسب السرعة الأحداث حسب سمة عبر الزمن.',
      page: { label: 'فتح السرعات', href: '#velocities' },
      guide: { ...ready, note: 'هذا الدليل متوفر بالإنجليزية.' },
    },
  },
}
export const LongContent: Story = {
  args: {
    open: {
      ...topic,
      name: 'Betrugsverdachtsmeldungen_an_das_kartenausgebende_Kreditinstitut',
      guide: {
        ...ready,
        blocks: [
          { kind: 'heading', id: 'long', level: 1, runs: [text('Kreditkartenbetrugserkennungsverfahren'.repeat(3))] },
          { kind: 'paragraph', runs: [code('x'.repeat(300))] },
          {
            kind: 'table',
            head: Array.from({ length: 9 }, (_, index) => [text(`Column ${index + 1}`)]),
            rows: [Array.from({ length: 9 }, () => [code('Velocity.payments')])],
          },
        ],
      },
    },
  },
  render: args => (
    <div className="w-nav">
      <h2 className="sr-only">Help topics</h2>
      <HelpTopics {...args} />
    </div>
  ),
}
function Walk() {
  const [open, setOpen] = useState<OpenHelp>()
  const renderLink = ({ href, children, ...props }: NavigationLinkProps) => (
    <a
      href={href}
      {...props}
      onClick={event => {
        event.preventDefault()
        setOpen(href === '#topics' ? undefined : { ...topic, guide: ready })
      }}
    >
      {children}
    </a>
  )
  return (
    <>
      <h2 className="sr-only">Help topics</h2>
      <HelpTopics topics={topics} allHref="#topics" open={open} renderLink={renderLink} />
    </>
  )
}
/** The focus moves to what a link opens, and back to the list. */
export const Keyboard: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  render: () => <Walk />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    canvas.getByRole('link', { name: 'Velocities' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'Windows' })).toBeVisible()
    const root = canvasElement.querySelector('[data-slot="help-topics"]')
    await waitFor(() => expect(root).toHaveFocus())
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'All topics' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('list', { name: 'All topics' })).toBeVisible()
    await waitFor(() => expect(root).toHaveFocus())
  },
}
