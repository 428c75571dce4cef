import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ErrorState } from './error-state.tsx'

const meta = { title: 'Feedback/ErrorState', component: ErrorState, args: { title: 'This list could not be loaded', description: 'Try again in a moment.', correlationId: 'c0a8-41f2', onRetry: fn() } } satisfies Meta<typeof ErrorState>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
    await expect(canvas.getByRole('button', { name: 'Copy correlation ID' })).toBeInTheDocument()
  },
}
export const Retrying: Story = { args: { retrying: true } }
export const Dark: Story = { globals: { theme: 'dark' } }
export const LongContent: Story = { args: { title: 'Die Liste der Betrugsverdachtsmeldungen konnte nicht geladen werden' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { args: { title: 'تعذّر تحميل هذه القائمة', description: 'أعد المحاولة بعد قليل.' }, globals: { locale: 'ar-AE' } }
