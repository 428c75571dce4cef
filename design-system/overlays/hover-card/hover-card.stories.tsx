import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { HoverCard, HoverCardContent, HoverCardTrigger } from './hover-card.tsx'

const body = (
  <div className="flex flex-col gap-1">
    <span className="flex items-center gap-2 font-medium">
      P-7241903 <Badge tone="info">Review</Badge>
    </span>
    <span className="text-fg-secondary">EUR 2,418.90 from a device that four accounts used in six days.</span>
  </div>
)

const meta = {
  title: 'Overlays/HoverCard',
  component: HoverCardContent,
  args: { children: body },
  render: args => (
    <div className="min-h-[16rem] p-4">
      <HoverCard defaultOpen openDelay={0} closeDelay={0}>
        <HoverCardTrigger asChild>
          <Link href="#P-7241903">P-7241903</Link>
        </HoverCardTrigger>
        <HoverCardContent {...args} />
      </HoverCard>
    </div>
  ),
} satisfies Meta<typeof HoverCardContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-16 p-4 pbe-16">
      {(['bottom', 'end'] as const).map(side =>
        [false, true].map(arrow => (
          <div key={`${side}${arrow}`} className="min-h-[9rem]">
            <HoverCard open>
              <HoverCardTrigger asChild>
                <Link href="#P-7241903">P-7241903</Link>
              </HoverCardTrigger>
              <HoverCardContent side={side} arrow={arrow} className="w-rail">
                {body}
              </HoverCardContent>
            </HoverCard>
          </div>
        )),
      )}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** At an edge it flips to the side that has room. */
export const Collisions: Story = {
  render: args => (
    <div className="flex h-screen items-end justify-end p-2">
      <HoverCard open>
        <HoverCardTrigger asChild>
          <Link href="#P-7241903">P-7241903</Link>
        </HoverCardTrigger>
        <HoverCardContent {...args} arrow />
      </HoverCard>
    </div>
  ),
  play: async () => {
    const card = await waitFor(() => {
      const found = document.querySelector('[data-slot="hover-card"]')
      if (!found) throw new Error('not open yet')
      return found
    })
    await waitFor(() => expect(card).toHaveAttribute('data-side', 'top'))
    await expect(card.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    children: 'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut mit abweichender Lieferadresse '.repeat(
      3,
    ),
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="min-h-[16rem] p-4">
      <HoverCard openDelay={0} closeDelay={0}>
        <HoverCardTrigger asChild>
          <Link href="#P-7241903">P-7241903</Link>
        </HoverCardTrigger>
        <HoverCardContent {...args} />
      </HoverCard>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const card = () => screen.queryByText(/four accounts used/)
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'P-7241903' })).toHaveFocus()
    await waitFor(() => expect(card()).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(card()).toBeNull())
    await expect(canvas.getByRole('link', { name: 'P-7241903' })).toHaveFocus()
    await userEvent.hover(canvas.getByRole('link'))
    await waitFor(() => expect(card()).toBeVisible())
    // Hoverable: moving the pointer to the card does not close it.
    const shown = card()
    if (shown) await userEvent.hover(shown)
    await expect(card()).toBeVisible()
  },
}
export const RightToLeft: Story = {
  args: { side: 'end', children: 'استخدمت أربعة حسابات هذا الجهاز خلال ستة أيام.' },
  globals: { locale: 'ar-AE' },
}
