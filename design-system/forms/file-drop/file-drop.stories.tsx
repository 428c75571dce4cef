import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { focusInvalidField } from '../field/focus-invalid-field.ts'
import { Input } from '../input/input.tsx'
import { FileDrop } from './file-drop.tsx'
import type { FileEntry, RowError } from './file-state.ts'

const rowErrors: RowError[] = [
  { row: 12, column: 'amount', message: 'Write the amount with a point: 1234.50.' },
  { row: 12, column: 'currency', message: 'EURO is no currency code. Use three letters such as EUR.' },
  { row: 47, message: 'The row has 9 values, the header has 11.' },
  { row: 1208, column: 'purchaseDate', message: 'Write the time as ISO 8601: 2026-11-21T13:55:00Z.' },
]
const files: FileEntry[] = [
  { id: 'q', name: 'Refunds 2026-11.csv', size: 1_240_000, state: { kind: 'queued' } },
  { id: 'h', name: 'Chargebacks 2026-11.csv', size: 48_200_000, state: { kind: 'hashing', fraction: 0.4 } },
  {
    id: 'u',
    name: 'Blocked lockers.csv',
    size: 12_400_000,
    state: { kind: 'uploading', fraction: 0.62, bytesPerSecond: 590_000 },
  },
  { id: 'p', name: 'Purchases part 3.csv', size: 512_000_000, state: { kind: 'paused', fraction: 0.35 } },
  { id: 'v', name: 'طلبات نوفمبر.csv', size: 3_400_000, state: { kind: 'validating' } },
  {
    id: 'f',
    name: 'Labels.csv',
    size: 88_000,
    state: { kind: 'failed', reason: 'The column “purchaseId” is missing. Add it and try again.' },
  },
  {
    id: 'd',
    name: 'Bank events.csv',
    size: 940_000,
    state: { kind: 'done', accepted: 12_480, rejected: 4 },
    rowErrors,
  },
]
const file = (name: string, size: number, type = 'text/csv') => new File([new Uint8Array(size)], name, { type })

const meta = {
  title: 'Forms/FileDrop',
  component: FileDrop,
  args: {
    label: 'Historical purchases',
    accept: '.csv,text/csv',
    acceptLabel: 'CSV',
    maxSize: 10_000_000_000,
    multiple: true,
    files: [],
    onFilesAdd: fn(),
    onFilesReject: fn(),
    onRemove: fn(),
    onRetry: fn(),
    onPause: fn(),
    onResume: fn(),
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-md">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FileDrop>
export default meta
type Story = StoryObj<typeof meta>

const input = (canvasElement: HTMLElement) => {
  const found = canvasElement.querySelector<HTMLInputElement>('input[type="file"]')
  if (!found) throw new Error('FileDrop has no native file input')
  return found
}

export const Playground: Story = { args: { files } }
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <FileDrop {...args} />
      <FileDrop {...args} label="One file" multiple={false} files={files.slice(6)} />
      <FileDrop {...args} label="Locked" disabled files={files.slice(2, 4)} />
      <FileDrop {...args} label="All states" files={files} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    label: 'Historische Bestellungen des Händlers',
    files: [
      {
        ...files[2],
        id: 'long',
        name: `${'Bestellungen-der-Niederlassung-'.repeat(8)}.csv`,
        state: { kind: 'uploading', fraction: 0.5, bytesPerSecond: 1_200_000 },
      },
      { id: 'emoji', name: '👩‍👩‍👧e\u0301.csv', size: Number.NaN, state: { kind: 'uploading', fraction: Number.NaN } },
    ],
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { label: 'المشتريات السابقة', files }, globals: { locale: 'ar-AE' } }
/** The button serves the keyboard; each line has its own buttons, and the focus is never lost with a removed line. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  render: function Keyboard(args) {
    const [shown, setShown] = useState<readonly FileEntry[]>(files.slice(2, 6))
    return (
      <FileDrop
        {...args}
        files={shown}
        onRemove={id => {
          args.onRemove?.(id)
          setShown(shown.filter(one => one.id !== id))
        }}
      />
    )
  },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const clicked = fn()
    input(canvasElement).addEventListener('click', event => {
      event.preventDefault()
      clicked()
    })
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Choose files Historical purchases' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(clicked).toHaveBeenCalledOnce()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Pause Blocked lockers.csv' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(args.onPause).toHaveBeenCalledWith('u')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRemove).toHaveBeenLastCalledWith('u')
    await expect(canvas.getByRole('button', { name: 'Remove Purchases part 3.csv' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    await expect(args.onResume).toHaveBeenCalledWith('p')
  },
}
/** Selected files are checked: one of a wrong kind, too large or empty is rejected with the reason. */
export const Refused: Story = {
  globals: { locale: 'en-US' },
  args: { maxSize: 2000 },
  play: async ({ canvas, canvasElement, args }) => {
    const good = file('Orders.csv', 20)
    const dataTransfer = new DataTransfer()
    for (const one of [good, file('Scan.pdf', 20, 'application/pdf'), file('Huge.csv', 3000), file('Empty.csv', 0)])
      dataTransfer.items.add(one)
    canvas
      .getByRole('group', { name: 'Historical purchases' })
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    await waitFor(() => expect(args.onFilesAdd).toHaveBeenCalledWith([good]))
    const refused = canvas.getAllByRole('alert').at(-1)
    await expect(refused).toHaveTextContent('Scan.pdf has an unsupported type. Choose CSV.')
    await expect(refused).toHaveTextContent('Huge.csv is too large. Choose a file of at most 2 kB.')
    await expect(refused).toHaveTextContent('Empty.csv is empty.')
    await expect(input(canvasElement)).toHaveAttribute('accept', '.csv,text/csv')
  },
}
/** A form that is submitted without its file moves the focus to the file, even before the other invalid fields. */
export const Missing: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <form>
      <Field label="Historical purchases" labelHidden required error="Choose a file.">
        <FileDrop {...args} />
      </Field>
      <Field label="Name" required error="Enter a name.">
        <Input />
      </Field>
    </form>
  ),
  play: async ({ canvas, canvasElement }) => {
    focusInvalidField(canvasElement.querySelector('form'))
    const button = canvas.getByRole('button', { name: /^Choose/ })
    await waitFor(() => expect(button).toHaveFocus())
    await expect(button).toHaveAccessibleDescription(/Choose a file\.$/)
  },
}
/** Bars are named by their file; each quarter is announced. */
export const Progress: Story = {
  globals: { locale: 'en-US' },
  render: function Progress(args) {
    const [fraction, setFraction] = useState(0.2)
    useEffect(() => {
      const timer = setTimeout(() => setFraction(0.55), 50)
      return () => clearTimeout(timer)
    }, [])
    return (
      <FileDrop
        {...args}
        files={[
          {
            id: 'u',
            name: 'Blocked lockers.csv',
            size: 12_400_000,
            state: { kind: 'uploading', fraction, bytesPerSecond: 590_000 },
          },
        ]}
      />
    )
  },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'Blocked lockers.csv' })
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '55'))
    await waitFor(
      () =>
        expect(
          canvas.getAllByRole('status').some(region => region.textContent === 'Blocked lockers.csv: 50% uploaded.'),
        ).toBe(true),
      { timeout: 3000 },
    )
    await expect(canvas.getByText('590 kB/s')).toBeVisible()
    await expect(canvas.getByText('9s left')).toBeVisible()
  },
}
export const ValidationErrors: Story = {
  globals: { locale: 'en-US' },
  args: {
    files: [
      {
        ...files[6],
        id: 'd',
        name: 'Bank events.csv',
        state: { kind: 'failed', reason: 'More than half of the rows cannot be read.', retryable: false },
        rowErrors,
        rowErrorCount: 6240,
      },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '6,240 rows with errors' }))
    await expect(await canvas.findByText('Write the amount with a point: 1234.50.')).toBeVisible()
    await expect(canvas.getByText('First 4 of 6,240')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /again/ })).toBeNull()
  },
}
export const Retry: Story = {
  globals: { locale: 'en-US' },
  args: { files: files.slice(5, 6) },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try Labels.csv again' }))
    await expect(args.onRetry).toHaveBeenCalledWith('f')
  },
}
export const Resume: Story = {
  globals: { locale: 'en-US' },
  args: { files: files.slice(3, 4) },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByText('Paused at 35%')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Resume Purchases part 3.csv' }))
    await expect(args.onResume).toHaveBeenCalledWith('p')
  },
}
