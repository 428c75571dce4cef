import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Tour, type TourStep } from './tour.tsx'

const steps: readonly TourStep[] = [
  {
    id: 'search',
    target: '#tour-search',
    targetName: 'Search button',
    title: 'Find any event',
    body: 'Search looks through every event of the environment. Combine conditions to narrow it down.',
  },
  {
    id: 'absent',
    target: '#tour-nowhere',
    targetName: 'Billing',
    title: 'Never shown',
    body: 'Its target is not on the page.',
  },
  {
    id: 'queues',
    target: '#tour-queues',
    targetName: 'Queues',
    title: 'Work through queues',
    body: 'Cases wait here, the most urgent first. A lock keeps a case yours while you decide.',
    side: 'end',
  },
  {
    id: 'rules',
    target: '#tour-rules',
    targetName: 'Rules',
    title: 'Change the rules',
    body: 'A draft is tried on past events before it is published.',
  },
]
const present = steps.filter(step => step.id !== 'absent')
const arabic: readonly TourStep[] = [
  {
    id: 'search',
    target: '#tour-search',
    targetName: 'زر البحث',
    title: 'ابحث عن أي حدث',
    body: 'يشمل البحث كل أحداث البيئة. اجمع الشروط لتضييق النتائج.',
    side: 'end',
  },
  {
    id: 'queues',
    target: '#tour-queues',
    targetName: 'قوائم الانتظار',
    title: 'عالج قوائم الانتظار',
    body: 'تنتظر الحالات هنا، الأكثر إلحاحًا أولاً.',
  },
]

const meta = {
  title: 'Overlays/Tour',
  component: Tour,
  args: { steps: present, onEnd: fn(), onStepChange: fn() },
  render: function Page(args) {
    const [open, setOpen] = useState(args.defaultOpen ?? true)
    return (
      <div className="flex min-h-[24rem] flex-col items-start gap-8">
        <Button onClick={() => setOpen(true)}>Start tour</Button>
        <div className="flex gap-4">
          <Button id="tour-search">Search</Button>
          <Button id="tour-queues">Queues</Button>
        </div>
        <section
          id="tour-rules"
          aria-label="Rules"
          className="flex flex-col gap-2 rounded-card border border-line-subtle p-4"
        >
          <p>12 rules</p>
          <Button>Open rules</Button>
        </section>
        <Tour {...args} open={open} onOpenChange={setOpen} />
      </div>
    )
  },
} satisfies Meta<typeof Tour>
export default meta
type Story = StoryObj<typeof meta>

const card = (name: string) => screen.findByRole('dialog', { name })

export const Playground: Story = {}
export const Matrix: Story = { args: { defaultStep: 'queues' } }
export const LastStep: Story = { args: { defaultStep: 'rules' } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    steps: [
      {
        ...(present[0] as TourStep),
        title: 'Betrugsverdachtsmeldungen der Abholstationen suchen',
        body: 'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut mit abweichender Lieferadresse. '.repeat(
          4,
        ),
      },
      ...present.slice(1),
    ],
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultOpen: false },
  play: async ({ canvas, userEvent, args }) => {
    const start = canvas.getByRole('button', { name: 'Start tour' })
    start.focus()
    await userEvent.keyboard('{Enter}')
    const first = await card('Find any event')
    await waitFor(() => expect(first).toHaveFocus())
    await expect(first).toHaveAccessibleDescription(/^This step is about: Search button\. Search looks/)
    await expect(screen.getByText('Step 1 of 3')).toBeVisible()
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Skip' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const second = await card('Work through queues')
    await waitFor(() => expect(second).toHaveFocus())
    await expect(args.onStepChange).toHaveBeenLastCalledWith('queues')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(async () => expect(await card('Find any event')).toHaveFocus())
    // Escape ends it; the focus is on the target of the card.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(args.onEnd).toHaveBeenLastCalledWith({ outcome: 'skipped', stepId: 'search' })
    await expect(canvas.getByRole('button', { name: 'Search' })).toHaveFocus()
  },
}
/** To the end: the focus moves into the last target, and the page under the cards stays usable. */
export const Finish: Story = {
  globals: { locale: 'en-US' },
  args: { defaultStep: 'queues' },
  play: async ({ canvas, userEvent, args }) => {
    await card('Work through queues')
    await userEvent.click(canvas.getByRole('button', { name: 'Search' }))
    await expect(await card('Work through queues')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await card('Change the rules')
    await expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await expect(args.onEnd).toHaveBeenLastCalledWith({ outcome: 'done', stepId: 'rules' })
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open rules' })).toHaveFocus())
  },
}
/** A missing target is skipped, forwards and backwards. */
export const MissingTarget: Story = {
  globals: { locale: 'en-US' },
  args: { steps },
  play: async ({ userEvent }) => {
    await card('Find any event')
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await card('Work through queues')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await card('Find any event')
    await expect(screen.queryByText('Never shown')).toBeNull()
  },
}
/** All targets are missing: it ends without a card. */
export const NoTarget: Story = {
  globals: { locale: 'en-US' },
  args: { steps: steps.filter(step => step.id === 'absent') },
  play: async ({ args }) => {
    await waitFor(() => expect(args.onEnd).toHaveBeenCalledWith({ outcome: 'done', stepId: 'absent' }))
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}
/** A tour left at step 2 is resumed there. */
export const Resume: Story = {
  globals: { locale: 'en-US' },
  args: { defaultStep: 'queues' },
  play: async () => {
    await expect(await card('Work through queues')).toHaveTextContent('Step 2 of 3')
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { steps: arabic },
  play: async ({ canvas }) => {
    const shown = await card('ابحث عن أي حدث')
    const target = canvas.getByRole('button', { name: 'Search' })
    // The end side is on the left, and the frame lies on the target.
    await waitFor(() =>
      expect(shown.getBoundingClientRect().right).toBeLessThanOrEqual(target.getBoundingClientRect().left),
    )
    const frame = document.querySelector('[data-slot="tour-frame"]')
    await expect(Math.round((frame?.getBoundingClientRect().left ?? 0) + 4)).toBe(
      Math.round(target.getBoundingClientRect().left),
    )
  },
}
