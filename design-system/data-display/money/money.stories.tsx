import type { Meta, StoryObj } from '@storybook/react-vite'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect } from 'storybook/test'
import { Money } from './money.tsx'

const meta = { title: 'Values/Money', component: Money, args: { amount: 1234.5, currency: 'EUR' } } satisfies Meta<
  typeof Money
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/EUR\s1,234\.50/)).toBeInTheDocument()
    await expect(canvas.getByText('1,234.50 euros')).toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      <Money {...args} />
      <Money {...args} digits={0} />
      <Money amount={-12.4} currency="USD" />
      <Money amount={1_786_600} currency="AED" compact />
      <Money {...args} settlement={{ amount: 1356.02, currency: 'USD' }} />
      <Money amount={null} currency="EUR" />
    </div>
  ),
}
export const Locales: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      {['en-US', 'de-DE', 'fr-FR', 'ar-AE'].map(locale => (
        <RawIntlProvider key={locale} value={createIntl({ locale, timeZone: 'UTC', messages: {} })}>
          <Money {...args} />
        </RawIntlProvider>
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const shown = [...canvasElement.querySelectorAll('[data-slot="money"] > [aria-hidden]')].map(money =>
      money.textContent?.replace(/\s/g, ' '),
    )
    await expect(shown.slice(0, 2)).toEqual(['EUR 1,234.50', '1.234,50 EUR'])
    await expect(shown.every(text => /EUR/.test(text ?? '') && /1.?234[.,]50/.test(text ?? ''))).toBe(true)
  },
}
/** End-aligned, the digits of a column line up, in both directions. */
export const Columns: Story = {
  render: () => (
    <div className="grid w-rail grid-cols-2 gap-x-6 gap-y-1">
      {[
        [1234.5, 'EUR'],
        [-12.4, 'USD'],
        [86_300, 'AED'],
        [0, 'EUR'],
        [99, 'points'],
        [null, 'EUR'],
      ].map(([amount, currency], i) => [
        <span key={`n${i}`}>{`P-724190${i}`}</span>,
        <span key={`m${i}`} className="text-end">
          <Money amount={amount as number | null} currency={String(currency)} />
        </span>,
      ])}
    </div>
  ),
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { amount: -987_654_321_012.5, currency: 'LOYALTYPOINTS', settlement: { amount: 1.5, currency: 'USD' } },
  decorators: [
    Story => (
      <div className="w-rail overflow-x-auto" role="region" aria-label="Narrow box" tabIndex={0}>
        <Story />
      </div>
    ),
  ],
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
