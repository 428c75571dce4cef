import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent as user, waitFor, within } from 'storybook/test'
import { ChartsProvider } from '../../lib/chart-surroundings/charts-provider.tsx'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, decisions, rateSeries, rates } from '../testing/chart-data.ts'
import { createFakeAudio } from '../testing/fake-audio.ts'
import { TimeSeriesChart } from '../time-series-chart/time-series-chart.tsx'
import { BrailleLines } from './braille-lines.tsx'

const fake = createFakeAudio()

/** A chart for readers who do not see it: its sentence, its sound, and its line of braille. */
const meta = {
  title: 'Charts/ChartForEverybody',
  component: StackedBarChart,
  args: {
    title: 'Decisions per hour',
    series: decisionSeries,
    points: decisions,
    bucket: 'hour',
    timeZone: 'UTC',
    height: 180,
  },
  decorators: [
    Story => (
      <ChartsProvider createAudio={() => fake.audio}>
        <div className="max-w-dialog-lg">
          <Story />
        </div>
      </ChartsProvider>
    ),
  ],
} satisfies Meta<typeof StackedBarChart>
export default meta
type Story = StoryObj<typeof meta>

const openMenu = async (canvasElement: HTMLElement) => {
  const trigger = canvasElement.querySelector<HTMLElement>('[aria-haspopup="menu"]')!
  await user.click(trigger)
  return await screen.findByRole('menu')
}

/** The sentence names the largest change that is no chance, and the course of the whole. */
export const InWords: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await user.click(canvas.getByRole('button', { name: 'Decisions per hour in words' }))
    const words = await screen.findByRole('dialog', { name: 'Decisions per hour in words' })
    await expect(words).toHaveTextContent(
      'Reject rose to 20 times as much between Nov 21, 1 AM and Nov 21, 2 AM, from 28 to 560',
    )
    await expect(canvas.getByRole('application')).toHaveAccessibleDescription(words.textContent ?? '')
  },
}
export const InWordsGerman: Story = {
  args: { title: 'Entscheidungen je Stunde in dieser Umgebung und den Umgebungen darunter' },
  globals: { locale: 'de-DE', theme: 'light' },
  decorators: [
    Story => (
      <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    await user.click(canvas.getByRole('button', { name: /in Worten$/ }))
    await expect(await screen.findByRole('dialog')).toHaveTextContent('Anstieg auf das 20-Fache zwischen')
  },
}
export const InWordsRightToLeft: Story = {
  args: { title: 'القرارات لكل ساعة' },
  globals: { locale: 'ar-AE', theme: 'light' },
  play: async ({ canvas }) => {
    await user.click(canvas.getByRole('button', { name: /بالكلمات/ }))
    await expect(await screen.findByRole('dialog')).toHaveTextContent('من 28 إلى 560')
  },
}

/** A tone for each step, from the left ear to the right; Escape stops it. */
export const Heard: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvasElement }) => {
    const menu = await openMenu(canvasElement)
    await user.click(within(menu).getByRole('menuitem', { name: 'Play as sound' }))
    await waitFor(() => expect(fake.calls).toContain('start'), { timeout: 5000 })
    await openMenu(canvasElement)
    await expect(screen.getByRole('menuitem', { name: 'Stop sound' })).toBeVisible()
    // One level at a time: the sound first, then the menu.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(fake.calls.at(-1)).toBe('close'))
    await expect(screen.getByRole('menu')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(canvasElement.querySelector('[data-slot="chart-step"]')).toBeNull()
  },
}
/** Where there is no audio, the item says so and stays in the order of the keys. */
export const NoAudio: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  decorators: [
    Story => (
      <ChartsProvider createAudio={null}>
        <Story />
      </ChartsProvider>
    ),
  ],
  play: async ({ canvasElement }) => {
    await openMenu(canvasElement)
    await user.keyboard('{End}')
    await expect(screen.getByRole('menuitem', { name: /This browser cannot play sound/ })).toHaveFocus()
  },
}

/** Speech reads the name of a line, a braille display its patterns. */
export const Braille: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await user.click(canvas.getByRole('button', { name: 'View as table' }))
    const lines = await canvas.findByRole('region', { name: 'Line for braille displays' })
    const approve = within(lines).getByRole('img', { name: 'Approve: 24 steps, lowest 560, highest 2,760' })
    await expect(approve).toHaveAttribute('aria-braillelabel', approve.textContent)
    await expect([...(approve.textContent ?? '')]).toHaveLength(12)
    approve.focus()
    await user.keyboard('{ArrowDown}')
    await expect(within(lines).getByRole('img', { name: /^Review/ })).toHaveFocus()
    await user.keyboard('{End}')
    await expect(within(lines).getByRole('img', { name: /^Reject/ })).toHaveFocus()
  },
}
export const BrailleRightToLeft: Story = {
  args: { title: 'القرارات لكل ساعة' },
  globals: { locale: 'ar-AE', theme: 'light' },
  play: async ({ canvasElement }) => {
    await user.click(canvasElement.querySelector<HTMLElement>('button[aria-pressed][data-slot="button"]')!)
    await waitFor(() => expect(canvasElement.querySelector('[aria-braillelabel]')).not.toBeNull())
  },
}

/** The sentence in its card, and the lines of braille of its table. */
export const Matrix: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid gap-3">
      <StackedBarChart {...args} summaryShown />
      <BrailleLines
        table={{
          head: 'Time',
          columns: decisionSeries.map(({ key, label }) => ({
            key,
            label,
            format: value => value.toLocaleString('en-US'),
          })),
          rows: decisions.map(({ time, values }) => ({ id: String(time), name: String(time), values })),
        }}
      />
    </div>
  ),
}

/** A step that one chart points at is a dashed line in the others that share its axis. */
export const SharedStep: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  render: args => (
    <div className="grid gap-3">
      <StackedBarChart {...args} />
      <TimeSeriesChart
        title="Rates"
        unit="share"
        series={rateSeries}
        points={rates}
        bucket="hour"
        timeZone="UTC"
        height={140}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const bars = await canvas.findByRole('application', { name: 'Decisions per hour' })
    const lines = await canvas.findByRole('application', { name: 'Rates' })
    bars.focus()
    await user.keyboard('{Home}{ArrowRight}')
    await expect(bars.querySelector('[data-slot="chart-crosshair"]')).toBeNull()
    const crosshair = lines.querySelector('[data-slot="chart-crosshair"]')
    await expect(crosshair).not.toBeNull()
    await user.keyboard('{Escape}')
    await expect(lines.querySelector('[data-slot="chart-crosshair"]')).toBeNull()
    await user.keyboard('{End}')
  },
}
