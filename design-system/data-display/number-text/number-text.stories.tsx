import type { Meta, StoryObj } from '@storybook/react-vite'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect } from 'storybook/test'
import { NumberText } from './number-text.tsx'

const meta = { title: 'Values/NumberText', component: NumberText, args: { value: 786_600 } } satisfies Meta<
  typeof NumberText
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  args: { shape: 'compact' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('786.6k')).toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      <NumberText {...args} />
      <NumberText value={0.1235} shape="percent" />
      <NumberText {...args} shape="compact" />
      <NumberText value={222_000} shape="duration" />
      <NumberText value={512} shape="unit" unit="kilometer" />
      <NumberText value={undefined} />
    </div>
  ),
}
export const Locales: Story = {
  render: () => (
    <div className="grid grid-cols-[repeat(4,max-content)] max-sm:grid-cols-[repeat(2,max-content)] gap-x-6 gap-y-1">
      {['en-US', 'de-DE', 'fr-FR', 'ar-AE'].map(locale => (
        <RawIntlProvider key={locale} value={createIntl({ locale, timeZone: 'UTC', messages: {} })}>
          <NumberText value={1_234_567.891} />
          <NumberText value={0.1235} shape="percent" />
          <NumberText value={786_600} shape="compact" />
          <NumberText value={222_000} shape="duration" />
        </RawIntlProvider>
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const shown = [...canvasElement.querySelectorAll('[data-slot="number-text"]')].map(number =>
      number.textContent?.replace(/\s/g, ' '),
    )
    await expect(shown.slice(0, 8)).toEqual([
      '1,234,567.89',
      '12.35%',
      '786.6k',
      '3m 42s',
      '1.234.567,89',
      '12,35 %',
      '786.600',
      '3 Min. 42 Sek.',
    ])
    // Latin digits in every language, so that columns align and match the source systems.
    await expect(shown.join('')).not.toMatch(/[٠-٩]/)
  },
}
export const Odd: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="grid justify-items-start gap-1">
      <NumberText value={Number.NaN} />
      <NumberText value={Number.POSITIVE_INFINITY} />
      <NumberText value={-0.5} shape="percent" />
      <NumberText value={3} shape="unit" unit="parsec" />
      <NumberText value={9e20} shape="compact" />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('not provided')).toBeInTheDocument()
    await expect(canvas.getByText('3 parsec')).toBeInTheDocument()
  },
}
export const LongContent: Story = { ...Matrix, globals: { locale: 'qps-ploc' } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
