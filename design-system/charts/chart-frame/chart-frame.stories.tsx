import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent as user, waitFor } from 'storybook/test'
import { drawPlotForPaper } from '../pictures/plot-picture.ts'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, decisions } from '../testing/chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { chartStatuses } from './chart-state.tsx'

const meta = {
  title: 'Charts/ChartFrame',
  component: ChartFrame,
  args: {
    title: 'Decisions per hour',
    summary: 'Between 600 and 3,000 decisions an hour; most of them are approved.',
    summaryShown: true,
    meta: 'last 24 hours',
    series: decisionSeries,
    onHiddenChange: fn(),
    timeZone: 'UTC',
    height: 160,
    onRetry: fn(),
    table: {
      head: 'Time',
      columns: [{ key: 'approve', label: 'Approve', format: String }],
      rows: decisions.slice(0, 3).map((point, i) => ({ id: String(i), name: `Hour ${i}`, values: point.values })),
    },
    children: ({ width, height }) => (
      <div
        className="flex items-center justify-center rounded-mark border border-line-subtle text-fg-muted"
        style={{ blockSize: height }}
      >{`${width > 0 ? 'Plot' : ''}`}</div>
    ),
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ChartFrame>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Loading: Story = { args: { status: 'loading' } }
export const Empty: Story = { args: { status: 'empty' } }
export const Failed: Story = { args: { status: 'error' } }
export const Partial: Story = { args: { status: 'partial', notice: 'Only the first 10,000 events are counted.' } }
export const Stale: Story = { args: { status: 'stale' } }
/** Every state has the same outline. */
export const Matrix: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid gap-4">
      {chartStatuses.map(status => (
        <ChartFrame key={status} {...args} title={`State ${status}`} status={status} />
      ))}
      <ChartFrame {...args} title="In a strip" variant="plain" summaryShown={false} meta={undefined} height={80} />
    </div>
  ),
}
export const SameGeometry: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid gap-4">
      {chartStatuses.map(status => (
        <ChartFrame key={status} {...args} title={`State ${status}`} status={status} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const heights = [...canvasElement.querySelectorAll('[data-slot="chart-frame"]')].map(card =>
      Math.round(card.getBoundingClientRect().height),
    )
    await expect(new Set(heights)).toEqual(new Set([heights[0]]))
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { title: 'Decisions of every kind per hour in this environment and in its children', status: 'partial' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { title: 'القرارات لكل ساعة', summary: 'بين 600 و3,000 قرار في الساعة.', meta: 'آخر 24 ساعة', status: 'stale' },
}

/** Copies and downloads contain the numbers of the picture. */
export const Downloads: Story = {
  globals: { locale: 'en-US' },
  render: ({ title }) => (
    <StackedBarChart
      title={title}
      series={decisionSeries}
      points={decisions.slice(0, 3)}
      bucket="hour"
      timeZone="UTC"
      fileName="decisions"
    />
  ),
  play: async ({ canvas }) => {
    const downloads: { name: string; blob: Promise<Blob> }[] = []
    const blobs = new Map<string, Blob>()
    const [create, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
    URL.createObjectURL = object => {
      const url = create.call(URL, object)
      if (object instanceof Blob) blobs.set(url, object)
      return url
    }
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      downloads.push({ name: this.download, blob: Promise.resolve(blobs.get(this.href) ?? new Blob()) })
    }
    try {
      const choose = async (name: string) => {
        await user.click(canvas.getByRole('button', { name: 'More for Decisions per hour' }))
        await user.click(await screen.findByRole('menuitem', { name }))
      }
      await choose('Download CSV')
      await waitFor(() => expect(downloads).toHaveLength(1))
      await expect(downloads[0]?.name).toBe('decisions.csv')
      const text = await (await downloads[0]!.blob).text()
      await expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
        'Time,Approve,Review,Challenge,Reject',
        '2026-11-20T15:00:00.000Z,1920,86,53,40',
      ])
      await choose('Download PNG')
      await waitFor(() => expect(downloads).toHaveLength(2))
      const png = new Uint8Array(await (await downloads[1]!.blob).arrayBuffer())
      await expect(downloads[1]?.name).toBe('decisions.png')
      await expect([...png.slice(1, 4)].map(code => String.fromCharCode(code)).join('')).toBe('PNG')
      await expect(png.length).toBeGreaterThan(5000)
      await choose('Download PDF')
      await waitFor(() => expect(downloads).toHaveLength(3))
      const pdf = await (await downloads[2]!.blob).text()
      await expect(downloads[2]?.name).toBe('decisions.pdf')
      await expect(pdf).toMatch(/^%PDF-1\.7/)
    } finally {
      URL.createObjectURL = create
      HTMLAnchorElement.prototype.click = click
    }
  },
}

/** What is saved for paper is light in a dark console, too. */
export const Paper: Story = {
  globals: { locale: 'en-US', theme: 'dark' },
  render: Downloads.render!,
  play: async ({ canvasElement }) => {
    const plot = await waitFor(() => {
      const found = canvasElement.querySelector<HTMLElement>('[data-slot="chart-plot"]')
      if (!found) throw new Error('There is no plot yet.')
      return found
    })
    const before = document.body.childElementCount
    const picture = (await drawPlotForPaper(plot, 'Decisions', 'By hour')).getContext('2d')
    await expect([...(picture?.getImageData(0, 0, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
    // The title is dark.
    const { data } = picture!.getImageData(32, 32, 200, 32)
    await expect(Math.min(...data.filter((_, index) => index % 4 === 0))).toBeLessThan(90)
    await expect(document.body.childElementCount).toBe(before)
  },
}
