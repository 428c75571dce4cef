import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { TabLink, TabNav } from '../../navigation/tabs/tabs.tsx'
import { CaseHeader } from '../../patterns/case-header/case-header.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { card, emptyMessage, Window } from '../../testing/page-parts.tsx'
import { DetailColumns, DetailPage } from './detail-page.tsx'

const meta = {
  title: 'Templates/DetailPage',
  component: DetailPage,
  subcomponents: { DetailColumns },
  args: {
    name: 'P-7241903',
    onRetry: fn(),
    header: (
      <CaseHeader
        typeLabel="Purchase"
        recordId="P-7241903"
        onBack={fn()}
        amount={{ amount: 2418.9, currency: 'EUR' }}
        score={871}
        decision="Review"
      />
    ),
    tabs: (
      <TabNav label="Views">
        <TabLink href="#event" current>
          Transaction
        </TabLink>
        <TabLink href="#linked">Linked</TabLink>
      </TabNav>
    ),
    children: (
      <DetailColumns
        start={
          <>
            {card('Why this decision', 'Device used by 4 accounts in 6 days')}
            {card('Rules fired', 'Shared device ring')}
          </>
        }
        end={
          <>
            {card('Timeline', 'Decided at 1:55:07 PM')}
            {card('Shared', 'Device 14 events')}
          </>
        }
      >
        {card('Account', 'Mirela Tanev')}
        {card('Payment', 'Visa 4417')}
      </DetailColumns>
    ),
  },
  decorators: [
    (Story, { parameters }) =>
      parameters['scrolls'] === true ? (
        <main data-testid="page" tabIndex={-1} className="flex h-[30rem] flex-col overflow-y-auto bg-canvas">
          <Story />
        </main>
      ) : (
        <Window>
          <Story />
        </Window>
      ),
  ],
} satisfies Meta<typeof DetailPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = { globals: { locale: 'qps-ploc' } }
/**
 * On a scrolled page the header is one low line that stays; it never covers the focused element, and at the start of
 * the page it is complete again.
 */
export const Scrolled: Story = {
  globals: { locale: 'en-US' },
  args: {
    children: (
      <div className="flex flex-col gap-3">
        {Array.from({ length: 40 }, (_, index) => (
          <div key={index}>
            <Button>{`Fact ${index + 1}`}</Button>
          </div>
        ))}
      </div>
    ),
  },
  parameters: { scrolls: true },
  play: async ({ canvas, userEvent }) => {
    const page = canvas.getByTestId('page')
    const head = () => canvas.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
    const sticky = head().parentElement as HTMLElement
    const whole = head().offsetHeight
    page.scrollTop = 600
    await waitFor(() => expect(head()).toHaveAttribute('data-condensed'))
    await expect(head().offsetHeight).toBeLessThan(whole)
    await expect(Math.abs(sticky.getBoundingClientRect().top - page.getBoundingClientRect().top)).toBeLessThan(1)
    // It does not oscillate: the lower header leaves the scroll position unchanged.
    const at = page.scrollTop
    await new Promise(resolve => setTimeout(resolve, 100))
    await expect(page.scrollTop).toBe(at)
    await expect(head()).toHaveAttribute('data-condensed')
    canvas.getByRole('button', { name: 'Fact 30' }).focus()
    for (let step = 0; step < 20; step++) {
      await userEvent.tab({ shift: true })
      await expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
        sticky.getBoundingClientRect().bottom,
      )
    }
    page.scrollTop = 0
    await waitFor(() => expect(head()).not.toHaveAttribute('data-condensed'))
    await expect(head().offsetHeight).toBe(whole)
  },
}
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
