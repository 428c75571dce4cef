import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { ImportMapping } from './import-mapping.tsx'
import type { ImportAttribute, ImportColumn, ImportMap } from './import-model.ts'
import { suggestMapping } from './suggest-mapping.ts'

const attributes: readonly ImportAttribute[] = [
  { id: 'ChargebackId', label: 'ChargebackId', required: true, description: 'Key with the time of the event' },
  { id: 'Status', label: 'Status', required: true, description: 'Inquiry, Accepted, Disputed, Reversed' },
  {
    id: 'BankEventTimestamp',
    label: 'BankEventTimestamp',
    type: 'datetime',
    required: true,
    description: 'When the bank reported it',
  },
  { id: 'PurchaseId', label: 'PurchaseId', required: true, aliases: ['Order no'] },
  { id: 'Amount', label: 'Amount', type: 'number', description: 'Two decimals, in Currency' },
  { id: 'Currency', label: 'Currency', description: 'Three letters', accepts: value => /^[A-Z]{3}$/.test(value) },
  { id: 'MerchantLocalDate', label: 'MerchantLocalDate', type: 'date', description: 'Booking date at the merchant' },
]
const columns: readonly ImportColumn[] = [
  { id: 'c1', label: 'Chargeback ID', samples: ['CB-88120', 'CB-88121', 'CB-88124'] },
  { id: 'c2', label: 'Status', samples: ['Inquiry', 'Accepted'] },
  { id: 'c3', label: 'Event timestamp', samples: ['2026-01-04T09:12:00Z', '2026-01-04T10:40:51Z'] },
  { id: 'c4', label: 'Order no', samples: ['P-6120048', 'P-6118870'] },
  { id: 'c5', label: 'Amount', samples: ['312.49', '74.50', '1.806,00'] },
  { id: 'c6', label: 'Currency', samples: ['EUR', 'EUR'] },
  { id: 'c7', label: 'Comment', samples: ['', ''] },
]
const suggested = suggestMapping(attributes, columns)
const chosen = (column: string): ImportMap[string] => ({ column, origin: 'chosen' })

const meta = {
  title: 'Patterns/ImportMapping',
  component: ImportMapping,
  args: { label: 'Columns of chargebacks', attributes, columns, defaultValue: suggested, onValueChange: fn() },
} satisfies Meta<typeof ImportMapping>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { layout: 'table' } }
/** Nothing mapped, one column for two attributes, a mapping of another file; read only, as cards, and an empty file. */
export const Matrix: Story = {
  args: { layout: 'table' },
  render: args => {
    const few = attributes.slice(2, 5)
    return (
      <div className="grid gap-6">
        <ImportMapping {...args} />
        <ImportMapping
          {...args}
          label="Conflicts"
          attributes={few}
          defaultValue={{
            BankEventTimestamp: chosen('c3'),
            PurchaseId: chosen('c3'),
            Amount: { column: 'Betrag', origin: 'saved' },
          }}
        />
        <ImportMapping {...args} label="Read only" attributes={few} readOnly />
        <ImportMapping {...args} label="Cards" attributes={few} layout="cards" className="max-w-dialog-sm" />
        <ImportMapping {...args} label="Empty file" columns={[]} defaultValue={{}} />
      </div>
    )
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Playground, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    layout: 'cards',
    attributes: [
      {
        id: 'a',
        label: 'ZeitpunktDerLetztenAuthentifizierungDesKarteninhabersBeimKartenherausgeber',
        description: 'Als Zeitstempel nach ISO 8601, mit der Zeitzone des Kartenherausgebers.',
        type: 'datetime',
        required: true,
      },
      { id: 'b', label: 'Status' },
    ],
    columns: [
      {
        id: 'c1',
        label: 'Zeitpunkt der letzten Authentifizierung des Karteninhabers',
        samples: ['gestern um zwölf Uhr'],
      },
    ],
    defaultValue: { a: chosen('c1'), b: chosen('c1') },
  },
  render: args => (
    <div className="w-rail">
      <ImportMapping {...args} />
    </div>
  ),
}
/** What was found by its name, what is suggested and with which confidence, and what is left out. */
export const Suggestions: Story = {
  globals: { locale: 'en-US' },
  args: { layout: 'table' },
  play: async ({ canvas, userEvent, args }) => {
    const time = canvas.getByRole('combobox', { name: 'Column for BankEventTimestamp' })
    await expect(time).toHaveAccessibleDescription('Suggested, 87%')
    await expect(canvas.getByText('4 of 4 required mapped')).toBeVisible()
    await expect(canvas.getByText('Column that is not imported: Comment')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Accept the suggestion for BankEventTimestamp' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ BankEventTimestamp: { column: 'c3', origin: 'chosen' } }),
    )
    await expect(time).toHaveFocus()
    await expect(time).toHaveAccessibleDescription('Chosen by you')
  },
}
/** A column is found by typing; the next attribute to check is one key away. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { layout: 'table' },
  play: async ({ canvas, userEvent, args }) => {
    const amount = canvas.getByRole('combobox', { name: 'Column for Amount' })
    await expect(amount).toHaveAccessibleDescription(
      'Same name 1 of 3 sample values is not of the type “Number”: 1.806,00',
    )
    await expect(amount).toBeValid()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Next to check' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(amount).toHaveFocus()
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      expect.not.objectContaining({ Amount: expect.anything() }),
    )
    await userEvent.keyboard('curr')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ Amount: { column: 'c6', origin: 'chosen' } }),
    )
    await expect(amount).toHaveAccessibleDescription('Chosen by you This column is also mapped to Currency.')
    await expect(amount).toBeInvalid()
    await expect(canvas.getByRole('combobox', { name: 'Column for Currency' })).toBeInvalid()
    await waitFor(
      () =>
        expect(canvas.getAllByRole('status').some(({ textContent }) => textContent === '2 attributes to check')).toBe(
          true,
        ),
      { timeout: 3000 },
    )
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Remove the column of Amount' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(amount).toHaveFocus()
    await expect(amount).toHaveAccessibleDescription('Optional')
  },
}
/** Without a column, a required attribute prevents the import. */
export const Unmapped: Story = {
  globals: { locale: 'en-US' },
  args: { layout: 'table', defaultValue: {} },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('0 of 4 required mapped')).toBeVisible()
    await expect(canvas.getByText('4 attributes to check')).toBeVisible()
    const next = canvas.getByRole('button', { name: 'Next to check' })
    for (const name of ['ChargebackId', 'Status', 'BankEventTimestamp', 'PurchaseId', 'ChargebackId']) {
      await userEvent.click(next)
      await expect(canvas.getByRole('combobox', { name: `Column for ${name}` })).toHaveFocus()
    }
  },
}
/** The mapping of the last import names a column that this file does not have. */
export const OtherFile: Story = {
  globals: { locale: 'en-US' },
  args: {
    layout: 'table',
    defaultValue: { ...suggested, PurchaseId: { column: 'Bestellnummer', origin: 'saved' } },
  },
  play: async ({ canvas }) => {
    const field = canvas.getByRole('combobox', { name: 'Column for PurchaseId' })
    await expect(field).toHaveValue('Bestellnummer')
    await expect(field).toHaveAccessibleDescription('As last time The file has no column Bestellnummer.')
  },
}
/** Columns with the same heading are told apart by their position. */
export const SameHeadings: Story = {
  globals: { locale: 'en-US' },
  args: {
    layout: 'table',
    columns: [...columns, { id: 'c8', label: 'Amount', samples: ['312.49'] }],
    defaultValue: { ...suggested, Amount: chosen('c8') },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox', { name: 'Column for Amount' })).toHaveValue('Amount (column 8)')
  },
}
export const ReadOnly: Story = {
  globals: { locale: 'en-US' },
  args: { layout: 'table', readOnly: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: /Remove/ })).toBeNull()
    await expect(canvas.getByRole('combobox', { name: 'Column for Amount' })).toHaveAttribute('readonly')
  },
}
export const Empty: Story = { args: { columns: [], defaultValue: {} } }
/** In a narrow window each attribute is a card. */
export const Narrow: Story = {
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('table')).toBeNull()
    await expect(canvas.getAllByRole('combobox')).toHaveLength(attributes.length)
  },
}
