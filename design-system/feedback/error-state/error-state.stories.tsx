import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Card, CardHeader } from '../../primitives/card/card.tsx'
import { ErrorState, errorKinds, errorVariants } from './error-state.tsx'

const meta = {
  title: 'Feedback/ErrorState',
  component: ErrorState,
  args: {
    title: 'This list could not be loaded',
    description: 'Try again in a moment.',
    correlationId: 'c0a8-41f2',
    onRetry: fn(),
  },
} satisfies Meta<typeof ErrorState>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
    await expect(await canvas.findByRole('button', { name: 'Copy correlation ID' })).toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
      {errorKinds.flatMap(kind =>
        errorVariants
          .filter(variant => variant !== 'page')
          .map(variant => (
            <Card key={kind + variant}>
              <CardHeader title={`${kind}, ${variant}`} />
              <ErrorState
                {...(kind === 'failed' ? args : { onRetry: fn() })}
                kind={kind}
                variant={variant}
                className={variant === 'inline' ? 'px-4 pbe-4' : ''}
              />
            </Card>
          )),
      )}
      <ErrorState
        variant="page"
        title="This page could not be loaded"
        description="Try again in a moment."
        correlationId="c0a8-41f2"
        details="503 from the event store"
        onRetry={fn()}
        className="col-span-full"
      />
    </div>
  ),
}
/** The button is busy while the page retries; a second press does nothing. */
export const Retry: Story = {
  globals: { locale: 'en-US' },
  args: { retrying: true },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Try again' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(button)
    await expect(args.onRetry).not.toHaveBeenCalled()
  },
}
/** A chunk of the console no longer exists because a new version was released: a reload helps, a retry does not. */
export const ChunkLoad: Story = {
  globals: { locale: 'en-US' },
  render: ({ onRetry }) => <ErrorState kind="chunk-load" variant="page" {...(onRetry ? { onRetry } : {})} />,
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'A new version is available' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Reload' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Offline: Story = {
  globals: { locale: 'en-US' },
  render: ({ onRetry }) => <ErrorState kind="offline" {...(onRetry ? { onRetry } : {})} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByText('You are offline')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
export const Inline: Story = { args: { variant: 'inline', correlationId: '' } }
/** The response of the service, for support. */
export const Details: Story = {
  globals: { locale: 'en-US' },
  args: { details: 'event-store: timeout after 10000 ms' },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/timeout after/)).not.toBeVisible()
    await userEvent.click(canvas.getByText('Details'))
    await expect(canvas.getByText(/timeout after/)).toBeVisible()
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { title: 'Die Liste der Betrugsverdachtsmeldungen konnte nicht geladen werden' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { title: 'تعذّر تحميل هذه القائمة', description: 'أعد المحاولة بعد قليل.' },
  globals: { locale: 'ar-AE' },
}
