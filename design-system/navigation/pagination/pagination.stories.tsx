import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Pagination } from './pagination.tsx'

const meta = { title: 'Navigation/Pagination', component: Pagination } satisfies Meta<typeof Pagination>
export default meta
type Story = StoryObj<typeof meta>

const onPageChange = fn()
const onPageSizeChange = fn()
const onPrevious = fn()
const onNext = fn()
const total = 48_211

/** A list of 48,211 rows with working pagination. */
function Paged({ startPage = 1, heading = 'Events' }: { startPage?: number; heading?: string }) {
  const [page, setPage] = useState(startPage)
  const [size, setSize] = useState(50)
  return (
    <div className="flex flex-col gap-3">
      <h2 id="list-heading" tabIndex={-1}>
        {heading}
      </h2>
      <Pagination
        page={page}
        pageCount={Math.ceil(total / size)}
        range={{ from: (page - 1) * size + 1, to: Math.min(page * size, total), total }}
        onPageChange={next => {
          onPageChange(next)
          setPage(next)
        }}
        pageSize={size}
        onPageSizeChange={next => {
          onPageSizeChange(next)
          setSize(next)
          setPage(1)
        }}
        headingId="list-heading"
      />
    </div>
  )
}

const said = (text: string) =>
  waitFor(
    () =>
      expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true),
    { timeout: 3000 },
  )

export const Playground: Story = {
  args: { page: 3, pageCount: 965, onPageChange, range: { from: 101, to: 150, total } },
}
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-4">
      <Pagination
        aria-label="First"
        page={1}
        pageCount={965}
        onPageChange={onPageChange}
        range={{ from: 1, to: 50, total }}
      />
      <Pagination
        aria-label="Middle"
        page={400}
        pageCount={965}
        onPageChange={onPageChange}
        range={{ from: 19_951, to: 20_000, total }}
        pageSize={50}
        onPageSizeChange={onPageSizeChange}
      />
      <Pagination
        aria-label="Last"
        page={965}
        pageCount={965}
        onPageChange={onPageChange}
        range={{ from: 48_201, to: total, total }}
      />
      <Pagination
        aria-label="Few"
        page={2}
        pageCount={4}
        onPageChange={onPageChange}
        range={{ from: 51, to: 100, total: 187 }}
      />
      <Pagination
        aria-label="Loading"
        page={2}
        pageCount={4}
        onPageChange={onPageChange}
        range={{ from: 51, to: 100, total: 187 }}
        loading
      />
      <Pagination aria-label="Cursor" range={{ from: 101, to: 200 }} onPrevious={onPrevious} onNext={onNext} />
      <Pagination aria-label="First of cursor" summary="Rows 1–100 of 214" onNext={onNext} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** The focus moves to the heading of the list, and the new range is announced. */
export const Numbered: Story = {
  globals: { locale: 'en-US' },
  render: () => <Paged startPage={3} />,
  play: async ({ canvas, userEvent }) => {
    onPageChange.mockClear()
    await expect(canvas.getByText('101–150 of 48,211')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Page 3 of 965' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(canvas.getByRole('button', { name: 'Page 965 of 965' }))
    await expect(onPageChange).toHaveBeenLastCalledWith(965)
    await expect(canvas.getByRole('heading', { name: 'Events' })).toHaveFocus()
    await said('48,201–48,211 of 48,211')
    await expect(canvas.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
  },
}
export const Cursor: Story = {
  globals: { locale: 'en-US' },
  args: { summary: 'Rows 101–200 of 214', onPrevious, onNext },
  play: async ({ canvas, userEvent }) => {
    onPrevious.mockClear()
    onNext.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Previous page' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Next page' }))
    await expect(onPrevious).toHaveBeenCalledOnce()
    await expect(onNext).toHaveBeenCalledOnce()
    await expect(canvas.getAllByRole('button')).toHaveLength(2)
  },
}
/** The service does not count: the text has the visible range and no total. */
export const UnknownTotal: Story = {
  globals: { locale: 'en-US' },
  args: { range: { from: 101, to: 200 }, onPrevious, onNext },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('101–200 of many')).toBeVisible()
  },
}
export const PageSize: Story = {
  globals: { locale: 'en-US' },
  render: () => <Paged />,
  play: async ({ canvas, userEvent }) => {
    const size = await canvas.findByRole('combobox', { name: 'Rows per page' })
    size.focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('option', { name: '100 per page' }))
    await expect(onPageSizeChange).toHaveBeenLastCalledWith(100)
    await expect(canvas.getByText('1–100 of 48,211')).toBeVisible()
    await said('1–100 of 48,211')
  },
}
export const Loading: Story = {
  globals: { locale: 'en-US' },
  args: { page: 2, pageCount: 4, onPageChange, loading: true },
  play: async ({ canvas, userEvent }) => {
    onPageChange.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Page 3 of 4' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Next page' }))
    await expect(onPageChange).not.toHaveBeenCalled()
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { page: 2, pageCount: 4, onPageChange },
  play: async ({ canvas, userEvent }) => {
    onPageChange.mockClear()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Previous page' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(onPageChange).toHaveBeenLastCalledWith(1)
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Page 3 of 4' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(onPageChange).toHaveBeenLastCalledWith(3)
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(onPageChange).toHaveBeenLastCalledWith(3)
  },
}
export const LongContent: Story = {
  args: {
    page: 48_000,
    pageCount: 1_000_000,
    onPageChange,
    range: { from: 2_399_951, to: 2_400_000, total: 50_000_000 },
    pageSize: 50,
    onPageSizeChange,
  },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const Narrow: Story = { ...Playground, globals: { viewport: { value: 'mobile1', isRotated: false } } }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  render: () => <Paged startPage={3} heading="الأحداث" />,
  play: async ({ canvas }) => {
    const [previous] = canvas.getAllByRole('button')
    const next = canvas.getAllByRole('button').at(-1)
    await expect(previous?.getBoundingClientRect().left).toBeGreaterThan(next?.getBoundingClientRect().left ?? 0)
  },
}
